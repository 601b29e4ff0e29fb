import type { BrowserPart } from 'prospectus/src/kinds/kind-parts';
import { kind } from './kind';

export const browser: BrowserPart = {
  cell: ({ value, at }) => <meter max={at.field.maximum ?? 6} value={Number(value)} aria-label={kind.text(value, at)} />,
};
