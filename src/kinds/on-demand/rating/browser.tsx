import { isEmpty } from '../../kind';
import type { BrowserPart } from '../../kind-parts';
import { kind, starsOf } from './kind';

export const browser: BrowserPart = {
  cell: ({ value, at }) => {
    const stars = Math.max(0, Math.min(Number(value), starsOf(at)));
    if (isEmpty(value) || !Number.isFinite(stars)) return '–';
    return (
      <span role="img" aria-label={kind.text(value, at)}>
        {'★'.repeat(stars) + '☆'.repeat(starsOf(at) - stars)}
      </span>
    );
  },
};
