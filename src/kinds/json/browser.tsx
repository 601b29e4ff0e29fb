import { isEmpty, words } from '../kind';
import type { BrowserHalf } from '../halves';

export const browser: BrowserHalf = {
  cell: ({ value }) => inWords(value) || '–',
};

/** A value of any shape for a reader: the questions of a form by their titles, else 'Name: value' of all that is filled. */
function inWords(value: unknown): string {
  if (isEmpty(value)) return '';
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  const { properties } = value as { properties?: Record<string, { title?: string }> };
  if (properties && typeof properties === 'object')
    return Object.entries(properties)
      .map(([name, field]) => field?.title ?? words(name))
      .join(', ');
  return Object.entries(value as object)
    .map(([name, inner]) => [words(name), inWords(inner)] as const)
    .filter(([, text]) => text)
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ');
}
