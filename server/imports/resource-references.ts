import sql, { empty, join } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
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
  const fields = Object.keys(resource.refs ?? {}).filter((name) => Object.hasOwn(resource.fields.properties, name));
  const keys = new Map<string, Keys>();
  for (const field of fields) {
    const texts = new Set(rows.flatMap(({ values }) => textsOf(values[field])));
    if (texts.size) keys.set(field, await keysOf(resourceNamed(refOf(resource, field)!.to), [...texts], context));
  }
  return rows.map((row) => resolved(resource, row, keys));
}

function resolved(resource: AnyResource, row: ReadResourceRow, keys: ReadonlyMap<string, Keys>): ReadResourceRow {
  const values: RowValues = { ...row.values };
  let { wrong } = row;
  for (const [field, known] of keys) {
    const value = values[field];
    if (value === undefined || value === null) continue;
    const found = [value].flat().map((one) => known.get(String(one).toLowerCase()));
    const missing = found.findIndex((one) => one === undefined || one === 'several');
    if (missing >= 0) {
      const text = String([value].flat()[missing]).slice(0, 80);
      const reason = found[missing] === 'several' ? `'${text}' is the name of several records` : `'${text}' does not exist`;
      wrong ??= { field, reason: `${titleOf(resource, field)}: ${reason}` };
    } else values[field] = Array.isArray(value) ? found : found[0];
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
