import { words } from '../kind';
import type { BrowserPart } from '../kind-parts';
import { actionWords } from './kind';
import { recordIn, recordsIn } from '../../schemas/kit/is-record';

export const browser: BrowserPart = {
  value: ({ value }) => {
    if (!Array.isArray(value) || !value.length) return '–';
    return (
      <ol className="p-actions-read">
        {recordsIn(value).map(({ type, params }, i) => (
          <li key={i}>
            {actionWords[String(type)] ?? words(type)}
            {paramsText(params) ? <span className="p-quiet"> {paramsText(params)}</span> : null}
          </li>
        ))}
      </ol>
    );
  },
};

/** The parameters that are words or numbers; ids mean nothing to a reader. */
function paramsText(params: unknown): string {
  return Object.entries(recordIn(params))
    .filter(([name, value]) => !name.endsWith('_id') && ['string', 'number'].includes(typeof value))
    .map(([name, value]) => `${words(name).toLowerCase()} ${String(value)}`)
    .join(', ');
}
