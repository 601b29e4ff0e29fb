import { isEmpty, words } from './kind';
import { recordIn } from '../schemas/kit/is-record';

/** A value of any shape in readable form: 'Name: value' for everything that is not empty. */
export function inWords(value: unknown): string {
  if (isEmpty(value)) return '';
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  return Object.entries(recordIn(value))
    .map(([name, inner]) => [words(name), inWords(inner)] as const)
    .filter(([, text]) => text)
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ');
}
