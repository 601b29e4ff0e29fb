import { inWords } from '../in-words';
import type { BrowserPart } from '../kind-parts';

export const browser: BrowserPart = {
  cell: ({ value }) => inWords(value) || '–',
};
