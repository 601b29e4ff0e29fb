import sql from 'sql-template-tag';
import { files } from 'virtual:extensions/demo';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { linkOf } from '../../src/schemas/kit/links';
import { points } from '../../src/schemas/kit/required-message';
import { displayOf, keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { failAt, instead, type Fail } from '../../src/schemas/kit/schema-fault';
import { withDefaults } from '../catalogue/drafts';
import { newKey } from '../catalogue/keys';
import { errorsOf } from '../catalogue/validate';
import { ident, keyColumn, table, tableName } from '../store/identifiers';
import type { Tx } from '../store/store';
import { iso } from './office-hours';
import { writeRows } from './write-rows';

type Draft = NonNullable<AnyResource['examples']>[number];
type Row = ReturnType<typeof withDefaults>;

/** The demo rows of extensions, file by file in the order of their names. A row that the schema file refuses stops the start. */
export async function seedExtensions(tx: Tx, tenantId: string, now: number): Promise<void> {
  for (const [file, { demo = {} }] of Object.entries(files))
    for (const [name, rows] of Object.entries(demo)) {
      const fail = failAt(file);
      const known = resources.map((one) => one.name);
      if (!known.includes(name)) fail(name, `there is no resource of that name; ${instead(name, known)}`);
      const made: Row[] = [];
      for (const [at, row] of rows.entries())
        made.push(await madeRow(tx, tenantId, resourceNamed(name), row, (key, what) => fail(`${name}.${at}.${key}`, what)));
      await writeRows(tx, tenantId, tableName(name), stamped(made, iso(now)));
    }
}

const stamped = (rows: readonly Row[], at: string): Row[] => rows.map((row) => ({ created_at: at, updated_at: at, ...row }));

async function madeRow(tx: Tx, tenantId: string, resource: AnyResource, row: Draft, fail: Fail): Promise<Row> {
  const result = withDefaults(resource, row);
  for (const [field, value] of Object.entries(row))
    if (points(resource, field)) {
      const key = await keyMeant(tx, tenantId, value, (what) => fail(field, what));
      result[field] = linkOf(resource, field) ? String(key) : key;
    }
  const [error] = errorsOf(resource, result);
  if (error) fail(error.path, error.message);
  return { [keyOf(resource).name]: await newKey(tx, tenantId, resource), ...result };
}

/** '$colleges' and '$hostel-rooms:N-101' are the keys of these records; any other value is a key itself. */
async function keyMeant(tx: Tx, tenantId: string, value: unknown, fail: (what: string) => never): Promise<unknown> {
  const [, to, name] = /^\$([a-z0-9-]+)(?::(.+))?$/.exec(String(value)) ?? [];
  if (to === undefined) return value;
  const target = resourceNamed(to);
  const named = name === undefined ? sql`` : sql`and ${ident(displayOf(target))} = ${name}`;
  const found = await tx.row<{ key: unknown }>(sql`
    select ${keyColumn(target)} as key from ${table(target)} where "tenant_id" = ${tenantId} ${named}
      order by ${keyColumn(target)} limit 1`);
  return found ? found.key : fail(`there is no record ${String(value)} yet`);
}
