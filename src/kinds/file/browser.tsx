import type { BrowserPart } from '../kind-parts';
import { kind } from './kind';

export const browser: BrowserPart = {
  cell: ({ value, at }) => {
    const address = String(value ?? '');
    if (!address) return '–';
    const name = kind.text(value, at);
    if (/\.(png|jpe?g|webp|gif|svg)$/i.test(name)) return <img className="p-thumb" src={address} alt={name} loading="lazy" />;
    return (
      <a href={address} download={name}>
        {name}
      </a>
    );
  },
};
