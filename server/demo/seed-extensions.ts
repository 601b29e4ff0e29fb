import sql from 'sql-template-tag';
import { files } from 'virtual:extensions/demo';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { isRecord } from '../../src/schemas/kit/is-record';
import { linkOf } from '../../src/schemas/kit/links';
import { Problem } from '../../src/schemas/kit/problem';
import { points } from '../../src/schemas/kit/required-message';
import { displayOf, keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { failAt, instead, type Fail } from '../../src/schemas/kit/schema-fault';
import type { Values } from '../../src/schemas/kit/values';
import { pruneHidden } from '../../src/schemas/kit/validation-schema';
import { plainly } from '../catalogue/database-errors';
import { derivedValues, withoutDerivedRows } from '../catalogue/derived-values';
import { beginningOf, withDefaults } from '../catalogue/drafts';
import { savedByKinds } from '../catalogue/kind-saves';
import { newKey } from '../catalogue/keys';
import { clientsPart, errorsOf, unknownFields } from '../catalogue/validate';
import { loadUser } from '../identity/sessions';
import type { Saver } from '../context/context';
import { ident, keyColumn, table, tableName } from '../store/identifiers';
import type { Tx } from '../store/store';
import { iso } from './office-hours';
import { writeRows } from './write-rows';

type Draft = NonNullable<AnyResource['examples']>[number];

/**
 * The demo rows of extensions, file by file in the order of their names, as the administrator would save them; hooks do not run.
 * A row that the schema file refuses stops the start.
 */
export async function seedExtensions(tx: Tx, tenantId: string, now: number): Promise<void> {
  const saver = await administrator(tx, tenantId, now);
  for (const [file, { demo = {} }] of Object.entries(files))
    for (const [name, rows] of Object.entries(demo)) {
      const fail = failAt(file);
      const known = resources.map((one) => one.name);
      if (!known.includes(name)) fail(name, `there is no resource of that name; ${instead(name, known)}`);
      const resource = resourceNamed(name);
      // one by one: a row may name one before it
      for (const [at, row] of rows.entries()) {
        const refuse: Fail = (path, what) => fail(`${name}.${at}.${path}`, what);
        const made = await madeRow(saver, resource, row, refuse);
        const stamps = { created_at: iso(now), updated_at: iso(now) };
        await inWords(refuse, () => plainly(resource, () => writeRows(tx, tenantId, tableName(name), [{ ...stamps, ...made }])));
      }
    }
}

async function administrator(tx: Tx, tenantId: string, now: number): Promise<Saver> {
  const { id } = await tx.one(sql`
    select "id" from "users" where "tenant_id" = ${tenantId} and "role" = 1 order by "id" limit 1`);
  const session = await loadUser(tx, tenantId, String(id));
  if (!session) throw new Error('the demo has no administrator');
  return { tx, session, services: { now: () => new Date(now) } };
}

async function madeRow(saver: Saver, resource: AnyResource, row: Draft, fail: Fail): Promise<Values> {
  const sent = withoutDerivedRows(resource, await withKeys(saver, resource, row, '', fail));
  const filled = withDefaults(resource, sent, { beginning: beginningOf(saver), sent });
  const [error] = [...unknownFields(resource, sent), ...errorsOf(resource, clientsPart(resource, filled))];
  if (error) fail(error.path, error.message);
  return inWords(fail, async () => {
    const saved = await savedByKinds(resource, pruneHidden(resource, filled), null, saver);
    const derived = await derivedValues(resource, saved, null, saver);
    const key = await newKey(saver.tx, saver.session.tenantId, resource);
    return { [keyOf(resource).name]: key, ...saved, ...derived };
  });
}

/** A refusal ends the start with the place of the row. */
async function inWords<T>(fail: Fail, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (refused) {
    if (!(refused instanceof Problem)) throw refused;
    return fail(refused.errors[0]?.path ?? '', refused.message);
  }
}

/** The row, or one in the rows of `list`, with keys where it names records. */
async function withKeys(saver: Saver, resource: AnyResource, row: Values, list: string, fail: Fail): Promise<Values> {
  const keyOrValue = async (value: unknown, path: string, at: string): Promise<unknown> => {
    if (Array.isArray(value)) {
      const all: unknown[] = [];
      for (const [index, one] of value.entries()) all.push(await keyOrValue(one, path, `${at}.${index}`));
      return all;
    }
    if (isRecord(value) && !list)
      return withKeys(saver, resource, value, `${path}.*.`, (field, what) => fail(`${at}.${field}`, what));
    if (!points(resource, path)) return value;
    const key = await keyMeant(saver, value, (what) => fail(at, what));
    return linkOf(resource, path) ? String(key) : key;
  };
  const named: [string, unknown][] = [];
  for (const [field, value] of Object.entries(row)) named.push([field, await keyOrValue(value, list + field, field)]);
  return Object.fromEntries(named);
}

/** '$colleges' and '$hostel-rooms:N-101' are the keys of these records; any other value is a key itself. */
async function keyMeant({ tx, session }: Saver, value: unknown, fail: (what: string) => never): Promise<unknown> {
  const [, to, name] = /^\$([a-z0-9-]+)(?::(.+))?$/.exec(String(value)) ?? [];
  if (to === undefined) return value;
  const target = resourceNamed(to);
  const named = name === undefined ? sql`` : sql`and ${ident(displayOf(target))} = ${name}`;
  const found = await tx.row<{ key: unknown }>(sql`
    select ${keyColumn(target)} as key from ${table(target)} where "tenant_id" = ${session.tenantId} ${named}
      order by ${keyColumn(target)} limit 1`);
  return found ? found.key : fail(`there is no record ${String(value)} yet`);
}
