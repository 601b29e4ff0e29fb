import { asksFor, has, isEmpty, type Kind } from '../../kind';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly 'rich-text': true;
  }
}

/** Text with headings, lists, links and emphasis, stored as HTML that the server cleaned. */
export const kind: Kind = {
  name: 'rich-text',
  weight: 60,
  widget: 'rich-text',
  matches: asksFor('rich-text'),
  misuse: ({ field }) => (has(field, 'string') && !field.format ? undefined : "rich text is a text; write type: 'string'"),
  operators: ['null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : plainText(String(value)) || '–'),
  pageOnly: true,
  wide: true,
  save: ({ sent }, at, { cleanHtml }) => (typeof sent === 'string' ? cleanHtml(at.name, sent) : undefined),
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
/** What a person reads, in one line for each paragraph. */
function plainText(html: string): string {
  return html
    .replaceAll(/<br ?\/?>|<\/(p|li|h\d|div|blockquote|pre)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\n+/g, '\n')
    .trim();
}
