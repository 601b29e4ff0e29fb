import type { BrowserHalf } from '../halves';
import { kind } from './kind';

export const browser: BrowserHalf = {
  cell: ({ value, at }) => {
    const address = String(value ?? '');
    if (!address) return '–';
    if (/\.(png|jpe?g|webp|gif|svg)(\?|$)/i.test(address)) return <img className="p-thumb" src={address} alt="" loading="lazy" />;
    return <a href={address}>{kind.text(value, at)}</a>;
  },
};
