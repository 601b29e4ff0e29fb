import type { Connection } from '../connection';

/** What is in the database now, by table. Empty for a fresh one. */
export interface LiveTable {
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly notNull: boolean; readonly generated: boolean }>;
  readonly indexes: ReadonlySet<string>;
  readonly foreignKeys: ReadonlySet<string>;
  readonly triggers: ReadonlySet<string>;
  readonly policies: ReadonlySet<string>;
  /** Row security enabled and forced. */
  readonly secured: boolean;
  /** Without a page on disk: no row has been written since the table was made, whatever row security would show. */
  readonly untouched: boolean;
}
export interface Live {
  readonly tables: ReadonlyMap<string, LiveTable>;
  /** Hashes of the definitions that were applied last, by name. */
  readonly state: ReadonlyMap<string, string>;
}

interface FoundTable extends Pick<LiveTable, 'secured' | 'untouched'> {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly notNull: boolean;
    readonly generated: boolean;
  }[];
  readonly indexes: readonly string[];
  readonly keys: readonly string[];
  readonly triggers: readonly string[];
  readonly policies: readonly string[];
}

export async function readLive(connection: Connection): Promise<Live> {
  const rows =
    await connection.script<FoundTable>(`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured,
    pg_relation_size(c.oid) = 0 as untouched,
    (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'notNull', a.attnotnull, 'generated', a.attgenerated <> '')), '[]')
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(jsonb_agg(i.relname), '[]') from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = c.oid and not x.indisprimary) as indexes,
    (select coalesce(jsonb_agg(k.conname), '[]') from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as keys,
    (select coalesce(jsonb_agg(t.tgname), '[]') from pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D') as triggers,
    (select coalesce(jsonb_agg(p.polname), '[]') from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  const tables = new Map(
    rows.map((row) => {
      const table: LiveTable = {
        columns: new Map(row.columns.map((column) => [column.name, column])),
        indexes: new Set(row.indexes),
        foreignKeys: new Set(row.keys),
        triggers: new Set(row.triggers),
        policies: new Set(row.policies),
        secured: row.secured,
        untouched: row.untouched,
      };
      return [row.name, table] as const;
    }),
  );
  const state = tables.has('schema_state')
    ? await connection.script<{ name: string; hash: string }>('select "name", "hash" from "schema_state"')
    : [];
  return { tables, state: new Map(state.map((row) => [row.name, row.hash])) };
}
