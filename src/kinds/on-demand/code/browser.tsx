import type { BrowserPart } from '../../kind-parts';
import './code.css';

export const browser: BrowserPart = { value: ({ value }) => <pre className="p-code-block">{String(value)}</pre> };
