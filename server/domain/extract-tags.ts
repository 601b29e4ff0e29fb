const most: Readonly<Record<string, number>> = { a: 3000, img: 300, link: 200, meta: 300, title: 1, script: 20 };
const tag = /<(a|img|link|meta|title|script)\b([^<>]{0,4000})>/gi;

/**
 * The tags of a page that describe its owner, each closed and not nested, and no others. A parser's tree costs the square of
 * what a hostile page nests or leaves open; this reads the text once, from start to end.
 */
export function extractTags(html: string): string {
  const counts = new Map<string, number>();
  const parts: string[] = [];
  for (const { 1: found = '', 2: attributes = '', 0: whole, index } of html.matchAll(tag)) {
    const name = found.toLowerCase();
    if (name === 'script' && !/ld\+json/i.test(attributes)) continue;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count > most[name]!) continue;
    const inner = insideOf(name, html, index + whole.length);
    parts.push(inner === undefined ? `<${name}${attributes}>` : `<${name}${attributes}>${inner}</${name}>`);
  }
  return parts.join('\n');
}

function insideOf(name: string, html: string, from: number): string | undefined {
  if (name === 'a') return upTo(html.slice(from, from + 400), /<\/a/i).replaceAll(/<[^<>]*>?/g, ' ');
  if (name === 'title') return upTo(html.slice(from, from + 500), /</);
  if (name === 'script') return upTo(html.slice(from, from + 50_000), /<\/script/i);
  return undefined;
}

function upTo(text: string, end: RegExp): string {
  const at = text.search(end);
  return at < 0 ? text : text.slice(0, at);
}
