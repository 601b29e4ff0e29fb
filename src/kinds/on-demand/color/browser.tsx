import type { BrowserPart } from '../../kind-parts';

export const browser: BrowserPart = {
  cell: ({ value }) =>
    value ? (
      <span className="p-swatch" style={{ '--p-tone': String(value) }}>
        {String(value)}
      </span>
    ) : (
      '–'
    ),
};
