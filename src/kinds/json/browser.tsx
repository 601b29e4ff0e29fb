import { inWords } from '../in-words';
import type { BrowserHalf } from '../halves';

export const browser: BrowserHalf = {
  cell: ({ value }) => inWords(value) || '–',
};
