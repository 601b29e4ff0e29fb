/** Elements that the editor offers and a page shows; the content of any other stays without it. */
const allowed = new Set(['p', 'strong', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'blockquote', 'br', 'code', 'pre']);
const same: Readonly<Record<string, string>> = { b: 'strong', i: 'em', div: 'p', h1: 'h3', h2: 'h3', h4: 'h3' };
/** The addresses that a link may lead to. */
export const isLinked = (address: string): boolean => /^(https?:|mailto:|tel:)/i.test(address);
const dropped = new Set(['script', 'style', 'title', 'template', 'iframe', 'object']);

export interface RichNode {
  /** The element's name; undefined for text. */
  readonly tag?: string;
  readonly text?: string;
  readonly href?: string;
  readonly inner: readonly RichNode[];
}

/** HTML as what is allowed of it: the page and the editor make elements of these, so no HTML is ever set. */
export const richNodes = (html: string): RichNode[] =>
  nodesOf(new DOMParser().parseFromString(html, 'text/html').body.childNodes);

export function nodesOf(children: Iterable<Node>): RichNode[] {
  return [...children].flatMap((node): RichNode[] => {
    if (node.nodeType === 3) return node.textContent ? [{ text: node.textContent, inner: [] }] : [];
    if (!(node instanceof Element)) return [];
    const name = node.tagName.toLowerCase();
    if (dropped.has(name)) return [];
    const inner = nodesOf(node.childNodes);
    const tag = same[name] ?? name;
    if (!allowed.has(tag)) return inner;
    const href = tag === 'a' ? (node.getAttribute('href') ?? '') : '';
    if (tag === 'a' && !isLinked(href)) return inner;
    return [{ tag, inner, ...(href ? { href } : {}) }];
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const htmlOf = (nodes: readonly RichNode[]): string =>
  nodes
    .map(({ tag, text = '', href, inner }) => {
      if (!tag) return escaped(text);
      if (tag === 'br') return '<br />';
      const link = href ? ` href="${escaped(href)}" rel="noopener noreferrer"` : '';
      return `<${tag}${link}>${htmlOf(inner)}</${tag}>`;
    })
    .join('');

export const hasText = (nodes: readonly RichNode[]): boolean =>
  nodes.some(({ text, inner }) => Boolean(text?.trim()) || hasText(inner));
