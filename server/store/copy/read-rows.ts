import type { Connection } from '../connection';
import { quote } from '../identifiers';
import { literal } from '../parameters';
import { copiedColumns, type CopiedTable } from './copied-tables';

/** A row as one line: a JSON list of its values as the database writes them, the same text in both databases. */
export type CopiedRow = string;
/** Written by `rows` of a source and by nobody else: a row in a file is sealed with it. */
export const valuesOf = (row: CopiedRow): (string | null)[] => JSON.parse(row) as (string | null)[];

/** Rows of a table, and a sum over them that does not ask for an order. */
export interface TableSum {
  readonly rows: number;
  readonly sum: string;
}

const atOnce = 1000;

/**
 * Everything the login may see at one moment, as `work` reads it. A login that row security holds sees one tenant at a time,
 * so it goes through them: a tenant that is deleted is not among them.
 */
export async function atOneMoment<T>(connection: Connection, work: (source: CopySource) => Promise<T>): Promise<T> {
  await connection.script(`begin isolation level repeatable read read only; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
  try {
    const [login] = await connection.script('select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user');
    const tenants = login?.free
      ? []
      : (await connection.script('select "tenant_id" from tenant_ids()')).map((row) => String(row.tenant_id));
    return await work(sourceOf(connection, login?.free ? undefined : [...tenants, '*']));
  } finally {
    await connection.script('rollback').catch(() => {});
  }
}

export interface CopySource {
  readonly connection: Connection;
  rows(table: CopiedTable): AsyncGenerator<CopiedRow[]>;
  sum(table: CopiedTable): Promise<TableSum>;
}

/** `tenants` undefined: the login sees all of them at once. */
function sourceOf(connection: Connection, tenants: readonly string[] | undefined): CopySource {
  const partsOf = (table: CopiedTable): readonly (string | undefined)[] => {
    if (!tenants) return [undefined];
    return table.columns.some(({ name }) => name === 'tenant_id') ? tenants : ['*'];
  };
  const enter = async (table: CopiedTable, tenant: string | undefined): Promise<string> => {
    if (tenant === undefined) return '';
    await connection.script(`select set_config('app.tenant', ${literal(tenant)}, true)`);
    return table.columns.some(({ name }) => name === 'tenant_id') ? ` where "tenant_id" = ${literal(tenant)}` : '';
  };
  return {
    connection,
    async *rows(table) {
      const columns = copiedColumns(table);
      const line = `array_to_json(array[${columns.map(({ name }) => `${quote(name)}::text`).join(', ')}])::text`;
      for (const tenant of partsOf(table)) {
        const where = await enter(table, tenant);
        await connection.script(`declare copied no scroll cursor for select ${line} as line from ${quote(table.name)}${where}`);
        for (;;) {
          const rows = await connection.script(`fetch ${atOnce} from copied`);
          if (rows.length > 0) yield rows.map((row) => String(row.line));
          if (rows.length < atOnce) break;
        }
        await connection.script('close copied');
      }
    },
    async sum(table) {
      let rows = 0;
      let sum = 0n;
      for (const tenant of partsOf(table)) {
        const where = await enter(table, tenant);
        const part = await sumOf(connection, table, where);
        rows += part.rows;
        sum += BigInt(part.sum);
      }
      return { rows, sum: String(sum) };
    },
  };
}

/** Counts and sums the rows that the login sees. The sum is over the first 60 bits of each row's MD5: it finds what was lost, doubled or changed. */
export async function sumOf(connection: Connection, table: CopiedTable, where = ''): Promise<TableSum> {
  const row = copiedColumns(table).map(({ name }) => `${quote(name)}::text`);
  const [found] = await connection.script(`select count(*) as rows,
    coalesce(sum(('x' || left(md5(row(${row.join(', ')})::text), 15))::bit(60)::bigint), 0)::text as sum from ${quote(table.name)}${where}`);
  return { rows: Number(found!.rows), sum: String(found!.sum) };
}
