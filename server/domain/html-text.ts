import sanitize from 'sanitize-html';

const signs: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** What a reader sees of HTML, as plain text: each block is a line of its own. */
export function htmlText(html: string): string {
  const lines = html.replaceAll(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])>/gi, (tag) => `${tag}\n`);
  const text = sanitize(lines, { allowedTags: [], allowedAttributes: {} });
  return text
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (sign) => signs[sign] ?? sign)
    .replaceAll(/\n\s*\n\s*/g, '\n\n')
    .trim();
}
