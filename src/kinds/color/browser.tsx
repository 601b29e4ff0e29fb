import type { BrowserHalf } from '../halves';

export const browser: BrowserHalf = {
  cell: ({ value }) =>
    value ? (
      <span className="p-swatch" style={{ '--p-tone': String(value) }}>
        {String(value)}
      </span>
    ) : (
      '–'
    ),
};
