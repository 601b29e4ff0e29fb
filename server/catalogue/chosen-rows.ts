import { invalid } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';
import { valuesOf } from '../store/list-request';
import { rowsAsked, type RowsAsked } from './list';

/** All rows that match a list's query, for a call that does something with them: changes, exports, sends, counts. */
export async function chosenRows(
  resource: AnyResource,
  hooks: Hooks,
  context: Context,
  query: Context['query'] = {},
): Promise<RowsAsked> {
  refuseOpenFilters(query);
  return rowsAsked(resource, hooks, { ...context, query, body: {} }, {});
}

/** A list passes over a filter without a value: it has all rows, which nobody means who does something with them. */
export function refuseOpenFilters(query: Readonly<AnyRow>, path?: string): void {
  for (const [name, value] of Object.entries(query))
    if (!narrowsNothing.has(name) && !valuesOf(path ?? name, value).length)
      throw invalid(
        path ?? name,
        `The filter '${name.slice(0, 60)}' has no value; for rows where the field is empty, send '${name.slice(0, 60)}_null'`,
      );
}
const narrowsNothing = new Set(['q', 'search', 'sort', 'order', '_sort', '_order', '_labels', 'count']);
