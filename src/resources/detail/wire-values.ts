import type { CallValues } from '../../providers/calls/call';
import { keyNames, parseWire } from '../../schemas/kit/wire';
import type { AnyRow } from '../kind-looks';

/** The values of the record that an action's wire names: its key and its fields. */
export function wireValues(text: string, row: AnyRow & { id: string | number }): CallValues {
  const wire = parseWire(text);
  const isKey = (name: string): boolean => keyNames.some((one) => one === name);
  return Object.fromEntries(
    [...wire.params, ...wire.query, ...wire.body]
      .filter(({ name, field }) => isKey(name) || isKey(field) || row[field] !== undefined)
      .map(({ name, field }) => [name, isKey(name) || isKey(field) ? row.id : row[field]]),
  );
}
