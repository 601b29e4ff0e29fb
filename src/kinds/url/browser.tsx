import type { BrowserPart } from '../kind-parts';
import { kind } from './kind';

export const browser: BrowserPart = {
  cell: ({ value, at }) =>
    /^https?:\/\//i.test(String(value ?? '')) ? (
      <a className="p-contact p-cut" href={String(value)} target="_blank" rel="noreferrer noopener">
        {kind.text(value, at)}
      </a>
    ) : (
      kind.text(value, at)
    ),
};
