import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { RowChange } from '../../src/schemas/kit/changed';
import { problem, notAllowed } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow, Stored } from '../../src/schemas/kit/resource';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';
import { columnNames, ident, keyColumn, quote, table, tableName } from '../store/identifiers';
import { statementName } from '../store/statement-name';
import type { Tx } from '../store/store';
import { columnType } from '../store/tables/model';
import { keyIn, notFound, type Key } from './drafts';
import { changeable, changeMark, scopeOf } from './scope';

/**
 * One record by key: 404 when the tenant has none (any more), 403 when it is outside the user's scope (D-023). `marks` of the
 * hooks come as columns of their own, so that a record that is only read takes no further statement for them.
 */
export async function fetchRow<R extends AnyResource>(
  resource: R,
  key: Key,
  context: Context,
  how: {
    readonly lock?: boolean;
    readonly deleted?: boolean;
    readonly marks?: Hooks['marks'];
    /** What can be seen in addition to the scope. */
    readonly also?: Sql | undefined;
  } = {},
): Promise<Stored<R>> {
  const seen = scopeOf(resource, context.session);
  const read = seen && how.also ? sql`(${seen} or ${how.also})` : seen;
  const change = how.lock ? changeable(resource, context.session) : null;
  const scope = read && change ? sql`(${read} and ${change})` : (change ?? read);
  const own = resource.store === 'shared' ? empty : sql`tenant_id = ${context.session.tenantId} and `;
  const live =
    resource.store === 'shared' ? empty : how.deleted ? sql` and deleted_at is not null` : sql` and deleted_at is null`;
  const inScope = scope ? sql`, ${scope} as "_in_scope"` : empty;
  const marked = sql`${changeMark(resource, context.session, how.also)}${marksOf(how.marks, key, context)}`;
  const statement = sql`
    select ${columnsOf(resource)}${inScope}${marked} from ${table(resource)}
    where ${own}${keyColumn(resource)} = ${key}${live}${how.lock ? sql` for update` : empty}`;
  const row = await context.tx.row<Stored<R> & { _in_scope?: boolean }>(statement, statementName(statement));
  if (!row) throw notFound(resource);
  if (scope && !row._in_scope) throw problem(403, notAllowed);
  delete row._in_scope;
  return row;
}

/** The yes/no fields of the hooks as further columns of a record that is read or written, so that its answer asks for nothing more. */
export function marksOf(marks: Hooks['marks'], key: Key, context: Context): Sql {
  const columns = Object.entries(marks ?? {}).map(([field, of]) => sql`, exists (${of([key], context)}) as ${ident(field)}`);
  return columns.length ? join(columns, '') : empty;
}

/** What a written record is answered with: its columns, its marks, and whether this person may change it again. */
export const writtenColumns = (resource: AnyResource, marks: Hooks['marks'], key: Key, context: Context): Sql =>
  sql`${columnsOf(resource)}${changeMark(resource, context.session)}${marksOf(marks, key, context)}`;

/** The marks of a record that is written: those of many rows at a time are answered to nobody. */
export const answeredMarks = (hooks: Hooks, context: Context): Hooks['marks'] => (context.inBulk ? undefined : hooks.marks);

/**
 * Says for the live channel which row was written, how, and whose it is; with a new owner, those of the old one look for
 * themselves.
 */
export function tellChange(
  tx: Tx,
  resource: AnyResource,
  row: Readonly<AnyRow>,
  change: RowChange,
  patch: Readonly<AnyRow> = {},
): void {
  const { scope } = resource;
  const fields = scope && 'owner' in scope && !resource.rows ? [scope.owner, ...(scope.also ?? [])] : undefined;
  const owners = fields?.some((field) => field in patch) ? undefined : fields?.map((field) => ownerIn(row, field));
  tx.touched(tableName(resource), keyIn(resource, row), owners, change);
}

function ownerIn(row: Readonly<AnyRow>, field: string): string | null {
  const owner = row[field];
  return typeof owner === 'string' ? owner : null;
}

/** A parameter as its column takes it: lists, objects and untyped values are jsonb. */
export function columnValue(resource: AnyResource, name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return isJson(resource, name) ? JSON.stringify(value) : value;
}

/** `"a" = $1, "b" = $2` of the named columns. */
export function assignments(resource: AnyResource, values: Readonly<AnyRow>): Sql {
  return join(
    Object.entries(values).map(([name, value]) => sql`${ident(name)} = ${columnValue(resource, name, value)}`),
    ', ',
  );
}

/** The columns of a resource's rows, for select and returning: what is generated alongside them stays in the database. */
export function columnsOf(resource: AnyResource): Sql {
  const known = columns.get(resource) ?? raw(columnNames(resource).map(quote).join(', '));
  columns.set(resource, known);
  return known;
}
const columns = new WeakMap<AnyResource, Sql>();

function isJson(resource: AnyResource, name: string): boolean {
  const field = resource.fields.properties[name];
  return field !== undefined && columnType(field) === 'jsonb';
}
