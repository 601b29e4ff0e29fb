import sql, { empty, join } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { linkedTo, linkOf, pointers, targetsOf } from '../../src/schemas/kit/links';
import { displayOf, keyOf, refOf, titleOf, type AnyResource } from '../../src/schemas/kit/resource';
import { rulesOf } from '../catalogue/field-rules';
import { scopeOf } from '../catalogue/scope';
import { isVeiled } from '../../src/schemas/kit/field-rules';
import type { Context } from '../context/context';
import { ident, table } from '../store/identifiers';
import type { ReadResourceRow, RowValues } from './resource-row';

type Keys = ReadonlyMap<string, string | number | 'several'>;

/** The rows with keys where the file names records: by key, or by the name that the list shows. One statement for each field. */
export async function withReferences(
  resource: AnyResource,
  rows: readonly ReadResourceRow[],
  context: Context,
): Promise<ReadResourceRow[]> {
  const fields = pointers(resource).filter((name) => Object.hasOwn(resource.fields.properties, name));
  const keys = new Map<string, Keys>();
  for (const field of fields)
    for (const to of targetsOf(resource, field)) {
      const texts = new Set(
        rows.flatMap(({ values }) => (targetIn(resource, field, values) === to ? textsOf(values[field]) : [])),
      );
      if (texts.size) keys.set(`${field} ${to}`, await keysOf(resourceNamed(to), [...texts], context));
    }
  return rows.map((row) => resolved(resource, row, fields, keys));
}

/** The resource that the field leads to in this row. A row that does not say what it is linked to keeps the key as it is written. */
function targetIn(resource: AnyResource, field: string, values: Readonly<RowValues>): string | undefined {
  const link = linkOf(resource, field);
  return link ? linkedTo(link, values) : refOf(resource, field)?.to;
}

function resolved(
  resource: AnyResource,
  row: ReadResourceRow,
  fields: readonly string[],
  keys: ReadonlyMap<string, Keys>,
): ReadResourceRow {
  const values: RowValues = { ...row.values };
  let { wrong } = row;
  for (const field of fields) {
    const value = values[field];
    const known = keys.get(`${field} ${targetIn(resource, field, row.values)}`);
    if (value === undefined || value === null || !known) continue;
    const found = [value].flat().map((one) => known.get(String(one).toLowerCase()));
    const missing = found.findIndex((one) => one === undefined || one === 'several');
    if (missing >= 0) {
      const text = String([value].flat()[missing]).slice(0, 80);
      const reason = found[missing] === 'several' ? `'${text}' is the name of several records` : `'${text}' does not exist`;
      wrong ??= { field, reason: `${titleOf(resource, field)}: ${reason}` };
    } else values[field] = Array.isArray(value) ? found : linkOf(resource, field) ? String(found[0]) : found[0];
  }
  return { ...row, values, wrong };
}

const textsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one).toLowerCase()] : []));

async function keysOf(to: AnyResource, texts: readonly string[], { tx, session }: Context): Promise<Keys> {
  const key = ident(keyOf(to).name);
  // Names that the role may not see find nothing (TRUST-S4).
  const name = isVeiled(rulesOf(to, session).get(displayOf(to))) ? sql`null` : ident(displayOf(to));
  const own = to.store === 'shared' ? empty : sql`"tenant_id" = ${session.tenantId} and "deleted_at" is null and `;
  const scope = scopeOf(to, session);
  const rows = await tx.rows<{ key: string | number; name: string | null }>(sql`
    select ${key} as "key", lower(${name}::text) as "name" from ${table(to)}
    where ${join([sql`${own}(lower(${key}::text) = any(${[...texts]}::text[]) or lower(${name}::text) = any(${[...texts]}::text[]))`, ...(scope ? [scope] : [])], ' and ')}`);
  const keys = new Map<string, string | number | 'several'>();
  for (const row of rows) if (row.name !== null) keys.set(row.name, keys.has(row.name) ? 'several' : row.key);
  for (const row of rows) keys.set(String(row.key).toLowerCase(), row.key);
  return keys;
}
