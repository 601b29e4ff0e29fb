import sanitize from 'sanitize-html';

export const allowedTags: readonly string[] = [...sanitize.defaults.allowedTags, 'img', 'center', 'font'];
export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['style', 'align', 'width', 'height', 'bgcolor', 'valign', 'cellpadding', 'cellspacing', 'border', 'title', 'class'],
  a: ['href', 'target', 'rel', 'name'],
  img: ['src', 'alt'],
  font: ['color', 'face', 'size'],
};

const text = String.raw`(?:[^"<>&]|&(?:amp|lt|gt|quot);)*`;
/** An address without a scheme, or with one of those that run nothing. */
const address = (schemes: string): string => String.raw`(?:(?:${schemes}):|(?![^"/?#]*:)(?!&))${text}`;
const plain = Object.values(allowedAttributes)
  .flat()
  .filter((name) => name !== 'href' && name !== 'src');
const attribute = String.raw` (?:(?:${plain.join('|')})(?:="${text}")?|href="${address('https?|mailto|tel')}"|src="${address('https?|data')}")`;
/** One tag as the cleaner writes them; it starts where the last one was found. */
const tag = new RegExp(String.raw`<(?:\/(?:${allowedTags.join('|')})>|(?:${allowedTags.join('|')})(?:${attribute})* ?\/?>)`, 'y');

/**
 * Whether a text is HTML in the very form that cleanHtml writes: allowed tags with allowed attributes, quoted, nothing else that begins
 * with `<`. Each character is looked at once, about 1 ms for 200,000.
 */
export function isCleanHtml(html: string): boolean {
  let at = html.indexOf('<');
  while (at >= 0) {
    tag.lastIndex = at;
    if (!tag.test(html)) return false;
    at = html.indexOf('<', tag.lastIndex);
  }
  return true;
}
