import { counted } from '../../../src/schemas/kit/counted';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import { CannotStart } from '../cannot-start';
import type { Connection } from '../connection';
import { quote } from '../identifiers';
import { literal } from '../parameters';
import { planFor } from '../tables/apply';
import { remember } from '../tables/plan';
import { refill } from '../tables/refill';
import { foundation, systemTables } from '../tables/routines';
import { bareTable, copiedColumns, isSystemTable, type CopiedState, type CopiedTable } from './copied-tables';
import { sumOf, valuesOf, type CopiedRow, type TableSum } from './read-rows';

/**
 * Fills an empty database in one transaction: bare tables, then rows, then what the schema files add (indexes, keys to other
 * tables, row security, triggers, a newer version's columns). Whatever fails, the database stays empty.
 */
export async function intoEmpty<T>(
  connection: Connection,
  resources: readonly AnyResource[],
  work: (target: CopyTarget) => Promise<T>,
): Promise<T> {
  if (!(await isEmpty(connection)))
    throw new CannotStart(
      'The target database already has tables. Nothing was changed. Create an empty database, then try again.',
    );
  await connection.script(`begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local client_min_messages = warning`);
  try {
    await connection.script([...foundation, ...systemTables.filter((text) => !text.startsWith('create index'))].join(';\n'));
    const result = await work(targetOf(connection, resources));
    await connection.script('commit');
    return result;
  } catch (error) {
    await connection.script('rollback').catch(() => {});
    throw error;
  }
}

/** Nobody has made a table here. */
export async function isEmpty(connection: Connection): Promise<boolean> {
  const [standing] = await connection.script(
    `select count(*) as n from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return Number(standing?.n) === 0;
}

/** A table that stands for as long as a first start is at work; no schema file can name one like it. */
export const unfinished = '"_first_start"';
/** Its connections hold this lock: the server goes on with what a killed process sent last. */
export const fillLock = 727277;
export async function isUnfinished(connection: Connection): Promise<boolean> {
  const [found] = await connection.script(`select to_regclass('public.${unfinished}') is not null as yes`);
  return found?.yes === true;
}

/** Drops the tables of a first start that was cut off: nobody could sign in yet. */
export async function dropUnfinished(connection: Connection): Promise<void> {
  if (!(await isUnfinished(connection))) return;
  await connection.script(`select pg_advisory_lock(${fillLock}); select pg_advisory_unlock(${fillLock})`);
  const tables = await connection.script(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  await connection.script(`drop table ${tables.map(({ name }) => quote(String(name))).join(', ')}`);
}

export interface CopyTarget {
  readonly connection: Connection;
  /** Bare tables; those of the product itself stand already. */
  make(table: CopiedTable): Promise<void>;
  add(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>;
  /** Compares what stands now with what was read, and throws when they differ; before `finish`, while nothing hides rows. */
  compare(table: CopiedTable, wanted: TableSum): Promise<void>;
  /** After the last row: what no table shows of the place they come from, and what the schema files say. Answers statements that lose data and are left to a start with --confirm. */
  finish(state: CopiedState): Promise<readonly string[]>;
  /** What the planner wants to know of many rows, at once instead of within a minute. */
  analyze(): Promise<void>;
}

function targetOf(connection: Connection, resources: readonly AnyResource[]): CopyTarget {
  return {
    connection,
    async make(table) {
      if (!isSystemTable(table)) await connection.script(bareTable(table));
    },
    async add(table, rows) {
      const columns = copiedColumns(table);
      const text = `insert into ${quote(table.name)} (${columns.map(({ name }) => quote(name)).join(', ')}) overriding system value
        select ${columns.map(({ type }, at) => `u.c${at}::${type}`).join(', ')}
        from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as u(${columns.map((_, at) => `c${at}`).join(', ')})`;
      const values = rows.map(valuesOf);
      await connection.query({ text, values: columns.map((_, at) => values.map((row) => row[at])) });
    },
    async compare(table, wanted) {
      const now = await sumOf(connection, table);
      if (now.rows !== wanted.rows || now.sum !== wanted.sum)
        throw new CannotStart(
          `Table ${table.name} was not copied correctly: ${counted(now.rows, 'row')} instead of ${wanted.rows}, or other values. Nothing was changed.`,
        );
    },
    async finish(state) {
      const known = state.map(([name, hash]) => `(${literal(name)}, ${literal(hash)})`);
      if (known.length > 0)
        await connection.script(
          `insert into "schema_state" ("name", "hash") values ${known.join(', ')} on conflict ("name") do nothing`,
        );
      await connection.script(continueAudit);
      const { statements, destructive, refills } = await planFor(connection, resources);
      await connection.script(statements.join(';\n'));
      for (const one of refills) await refill(connection, one, remember);
      return destructive;
    },
    async analyze() {
      await connection.script('analyze');
    },
  };
}

/** The audit counts on from the last row that was written with its number. */
export const continueAudit = `select setval(pg_get_serial_sequence('"audit"', 'seq'), max("seq")) from "audit" having max("seq") > 0`;
