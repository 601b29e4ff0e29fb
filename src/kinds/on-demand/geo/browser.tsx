import type { BrowserPart } from '../../kind-parts';
import { kind } from './kind';
import { pointOf } from './point';

/** A link to the map. */
export const browser: BrowserPart = {
  cell: ({ value, at }) => {
    const point = pointOf(value);
    if (!point) return kind.text(value, at);
    const { lat, lng, text } = point;
    return (
      <a
        className="p-contact"
        href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`}
        target="_blank"
        rel="noreferrer noopener"
      >
        {text}
      </a>
    );
  },
};
