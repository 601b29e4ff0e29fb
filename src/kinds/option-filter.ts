import { titleOf, type AnyRow } from '../schemas/kit/resource';
import type { FieldAt } from './kind';

/**
 * The filter of a dependent field's options: `{ state_id: '$state_id' }` gets the record's own value. Without that value every
 * option is offered; `parent` is the title of the field it depends on.
 */
export function optionFilter(
  at: FieldAt,
  where: Readonly<Record<string, string>> | undefined,
  record: Readonly<AnyRow>,
): { where?: Readonly<AnyRow>; parent?: string } {
  if (!where) return {};
  const parents = Object.entries(where).flatMap(([, value]) => (value.startsWith('$') ? [value.slice(1)] : []));
  const values = Object.entries(where).flatMap(([name, value]) => {
    const resolved = value.startsWith('$') ? record[value.slice(1)] : value;
    return resolved === undefined || resolved === null || resolved === '' ? [] : [[name, resolved] as const];
  });
  return { where: Object.fromEntries(values), ...(parents[0] ? { parent: titleOf(at.resource, parents[0]) } : {}) };
}
