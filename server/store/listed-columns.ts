import { raw, type Sql } from 'sql-template-tag';
import { isLongText, isOpenJson, mostInList } from '../../src/schemas/kit/field';
import { wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import { columnNames, quote } from './identifiers';
import type { DbRow } from './store';

/** In the place of JSON that is too large for a list; nothing of it leaves the database (TRUST-S35). */
const leftOut = '~left out';

/** What a page of a list selects: no long text, and JSON only where the database finds it small. */
export function columnsOfPage(resource: AnyResource): Sql {
  const measured = new Set(measuredIn(resource));
  const names = columnNames(resource).filter((name) => !isLongText(resource.fields.properties[name]));
  return raw(names.map((name) => (measured.has(name) ? measuredText(quote(name)) : quote(name))).join(', '));
}

/** What was left out is not a member of the row, so that nobody takes it for empty: the record has it. */
export function takeLeftOut(resource: AnyResource, row: DbRow): void {
  for (const name of measuredIn(resource)) if (row[name] === leftOut) delete row[name];
}

export const hasLongValues = (resource: AnyResource): boolean =>
  Object.values(resource.fields.properties).some(isLongText) || measuredIn(resource).length > 0;

/** A tenant's own fields say how long they are, and what has no read of its own is whole in its list. */
function measuredIn(resource: AnyResource): readonly string[] {
  const found = known.get(resource);
  if (found) return found;
  const isReadable = wiresOf(resource, 'read').length > 0;
  const names = columnNames(resource).filter(
    (name) =>
      isReadable && isOpenJson(resource.fields.properties[name]) && !(name === 'custom' && resource.customFields !== undefined),
  );
  known.set(resource, names);
  return names;
}
const known = new WeakMap<AnyResource, readonly string[]>();

/**
 * What is in the database in more bytes is large without a look at it, and what lies there in a hundredth is small even where it
 * is pressed; between the two its text is measured.
 */
function measuredText(column: string): string {
  const stored = `pg_column_size(${column})`;
  const nothing = `'"${leftOut}"'::jsonb`;
  return `case when ${stored} > ${mostInList} then ${nothing}
    when ${stored} > ${mostInList / 100} and octet_length(${column}::text) > ${mostInList} then ${nothing} else ${column} end as ${column}`;
}
