import { invalid } from '../../../src/schemas/kit/problem';

export const damaged = () => invalid('file', 'The XLSX file is damaged. Save it again, or save it as CSV.');

/** A tag or the text before it, as spreadsheets write XML: no entities of its own are declared, and none are read. */
export interface XmlPart {
  /** 'row', '/row'; without a namespace prefix. */
  readonly tag: string;
  readonly attributes: string;
  readonly isEmpty: boolean;
  /** What stood before the tag. */
  readonly text: string;
}
/** A tag of more than this is none. */
const longest = 1024 * 1024;

/** The tags of a text that comes in pieces, those of a piece together: to await each of millions takes longer than to read them. */
export async function* xmlTags(texts: AsyncIterable<string>): AsyncGenerator<readonly XmlPart[]> {
  let rest = '';
  for await (const text of texts) {
    rest += text;
    let from = 0;
    const parts: XmlPart[] = [];
    for (;;) {
      const open = rest.indexOf('<', from);
      const close = open < 0 ? -1 : rest.indexOf('>', open);
      if (close < 0) break;
      const inner = rest.slice(open + 1, close);
      if (inner[0] !== '?' && inner[0] !== '!') {
        const isEmpty = inner.endsWith('/');
        const space = inner.search(/[\s/](?!$)/);
        const at = inner[0] === '/' ? -1 : space;
        const name = (at < 0 ? inner.replace(/\/$/, '') : inner.slice(0, at)).trim();
        parts.push({
          tag: name.replace(/^(\/?)\w+:/, '$1'),
          attributes: at < 0 ? '' : inner.slice(at),
          isEmpty: isEmpty && inner[0] !== '/',
          text: rest.slice(from, open),
        });
      }
      from = close + 1;
    }
    rest = rest.slice(from);
    if (rest.length > longest) throw damaged();
    yield parts;
  }
}

export function attribute({ attributes }: XmlPart, name: string): string | undefined {
  const found = new RegExp(`[\\s:]${name}="([^"]*)"`).exec(attributes);
  return found?.[1] === undefined ? undefined : plainText(found[1]);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
export const plainText = (text: string): string =>
  text
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
      if (name) return entities[name] ?? all;
      const code = Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
