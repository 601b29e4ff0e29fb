import type { CSSProperties } from 'react';
import type { BrowserHalf } from '../halves';

export const browser: BrowserHalf = {
  cell: ({ value }) =>
    value ? (
      <span className="p-swatch" style={{ '--p-tone': String(value) } as CSSProperties}>
        {String(value)}
      </span>
    ) : (
      '–'
    ),
};
