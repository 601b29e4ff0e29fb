import sql from 'sql-template-tag';
import { sourceFinder } from '../domain/sources';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import type { Target } from './lead-columns';

type KeyOf = (target: Target, text: string) => string | number | undefined;
type NamedRow = { readonly key: string | number; readonly names: readonly (string | null)[] };

/** Finds colleges, courses, owners and publishers by key, name, code or email; only the lists that the mapping needs are read. */
export async function loadKeys(tx: Tx, tenantId: string, used: ReadonlySet<string>): Promise<KeyOf> {
  const lists = new Map<Target, ReadonlyMap<string, string | number>>();
  const load = async (target: Target, rows: Promise<NamedRow[]>): Promise<void> => void lists.set(target, index(await rows));
  if (used.has('clg_id'))
    await load(
      'clg_id',
      tx.rows(sql`
      select "clg_id" as key, jsonb_build_array("clg_name", "short_name", "code", "clg_id"::text) as names from "colleges"
      where "tenant_id" = ${tenantId} and "deleted_at" is null`),
    );
  if (used.has('course'))
    await load(
      'course',
      tx.rows(sql`
      select "id" as key, jsonb_build_array("name", "id") as names from "courses" where "tenant_id" = ${tenantId} and "deleted_at" is null`),
    );
  if (used.has('user_id'))
    await load(
      'user_id',
      tx.rows(sql`
      select "id" as key, jsonb_build_array("email", "employee_code", "name", "id") as names from "users"
      where "tenant_id" = ${tenantId} and "deleted_at" is null and "status" = 1 and "type" = 'org'`),
    );
  if (used.has('publisher_id'))
    await load(
      'publisher_id',
      tx.rows(sql`
      select "id" as key, jsonb_build_array("name", "code", "id") as names from "publishers"
      where "tenant_id" = ${tenantId} and "deleted_at" is null`),
    );
  return (target, text) => lists.get(target)?.get(plain(text));
}

/** Key of each text in `texts` (by lower-case text): sources by name or alias, without regard to case; unknown ones are made. */
export async function ensureSources(tx: Tx, tenantId: string, texts: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  return ensure(texts, {
    async find() {
      const rows = await tx.rows<{ id: string; name: string; aliases: string[] | null }>(
        sql`select "id", "name", "aliases" from "lead_sources" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
      );
      const finder = sourceFinder(rows);
      return (text) => finder(text)?.id;
    },
    lock: () => lockFor(tx, `${tenantId}/lead_sources`),
    add: (name) =>
      tx.run(sql`
      insert into "lead_sources" ("tenant_id", "id", "name", "type", "status", "channel")
      values (${tenantId}, ${newId()}, ${name}, 'all', 1, 'other')`),
  });
}

/** The same for streams, by name. */
export async function ensureStreams(tx: Tx, tenantId: string, texts: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  return ensure(texts, {
    async find() {
      const rows = await tx.rows<{ id: string; name: string }>(
        sql`select "id", "name" from "streams" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
      );
      const byName = new Map(rows.map((row) => [plain(row.name), row.id]));
      return (text) => byName.get(plain(text));
    },
    lock: () => lockFor(tx, `${tenantId}/streams`),
    add: (name) =>
      tx.run(sql`
      insert into "streams" ("tenant_id", "id", "name", "status")
      values (${tenantId}, ${newId()}, ${name}, 1)`),
  });
}

interface Ensure {
  find(): Promise<(text: string) => string | undefined>;
  /** Two imports with the same new name wait for each other here. */
  lock(): Promise<unknown>;
  add(name: string): Promise<unknown>;
}
async function ensure(texts: ReadonlySet<string>, by: Ensure): Promise<ReadonlyMap<string, string>> {
  if (!texts.size) return new Map();
  let find = await by.find();
  if ([...texts].some((text) => find(text) === undefined)) {
    await by.lock();
    find = await by.find();
    const added = new Set<string>();
    for (const text of texts) {
      if (find(text) !== undefined || added.has(plain(text))) continue;
      added.add(plain(text));
      await by.add(text);
    }
    if (added.size) find = await by.find();
  }
  return new Map([...texts].map((text) => [text, find(text)!]));
}

async function lockFor(tx: Tx, name: string): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0)) is null as locked`);
}
function index(rows: readonly NamedRow[]): ReadonlyMap<string, string | number> {
  const found = new Map<string, string | number>();
  for (const row of rows) {
    for (const name of row.names) if (name && !found.has(plain(name))) found.set(plain(name), row.key);
  }
  return found;
}
function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
