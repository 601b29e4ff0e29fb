import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import type { Connection } from '../connection';
import { daysSinceMade } from '../embedded/template-age';
import { quote } from '../identifiers';
import { asOne } from '../tables/apply';
import { firstPlan, hashOfPlan } from '../tables/first-plan';
import { rememberLeft } from '../tables/left-indexes';
import type { PlanParts, TableStatements } from '../tables/plan';
import { copiedColumns, copiedTables, type CopiedTable } from './copied-tables';
import { movedBy } from './moved-times';
import { valuesOf, type CopySource } from './read-rows';
import { allEnded, dealt } from './side-by-side';
import { continueAudit, fillLock, unfinished } from './write-rows';

/** What the folder of a first start's rows says of them. */
interface Contents {
  /** Of the statements that make the tables: the rows fit these only. */
  readonly plan: string;
  readonly files: readonly RowsFile[];
}
/** Some rows of a table, as COPY reads them; a large table has several files. */
interface RowsFile {
  readonly name: string;
  readonly bytes: number;
  readonly table: CopiedTable;
}
const contents = (folder: string): string => join(folder, 'tables.json');
const bytesOfFile = 1_000_000;

/** Writes every row of the source into `folder`, the index of custom values too. */
export async function writePrepared(source: CopySource, resources: readonly AnyResource[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files: RowsFile[] = [];
  for (const table of await copiedTables(source.connection, { index: true })) {
    let text = '';
    const write = async (): Promise<void> => {
      const name = `${table.name}.${files.length}.copy`;
      await writeFile(join(folder, name), text);
      files.push({ name, bytes: Buffer.byteLength(text), table });
      text = '';
    };
    for await (const rows of source.rows(table)) {
      text += rows.map((row) => `${valuesOf(row).map(cell).join('\t')}\n`).join('');
      if (text.length > bytesOfFile) await write();
    }
    if (text !== '') await write();
  }
  await writeFile(contents(folder), JSON.stringify({ plan: hashOfPlan(firstPlan(resources)), files } satisfies Contents));
}
const cell = (value: string | null): string => (value === null ? '\\N' : value.replaceAll(/[\\\n\r\t]/g, (one) => escapes[one]!));
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Tables and rows of a first start. */
export interface Prepared {
  readonly folder: string;
  readonly plan: PlanParts;
  readonly files: readonly RowsFile[];
}
/** Undefined where the folder is missing, or another version of the schema files made it. */
export async function readPrepared(resources: readonly AnyResource[], folder: string): Promise<Prepared | undefined> {
  if (!existsSync(contents(folder))) return undefined;
  const { plan: hash, files } = JSON.parse(await readFile(contents(folder), 'utf8')) as Contents;
  const plan = firstPlan(resources);
  return hash === hashOfPlan(plan) ? { folder, plan, files } : undefined;
}
/**
 * A first start on an empty database of PostgreSQL, on all connections at once: bare tables, their rows, then what rows may not
 * share, and keys. The last transaction adds row security, rights, triggers and functions, without which the product's login can
 * do nothing; a start that is cut off before it is begun again (dropUnfinished). The other indexes are left to the caller.
 * `atWork` is called when the server has most of the rest to do by itself. Points in time move by the whole days since the rows
 * were made.
 */
export async function fillPrepared(
  connections: readonly [Connection, ...Connection[]],
  { folder, plan, files }: Prepared,
  atWork?: () => void,
): Promise<void> {
  const [first] = connections;
  const share = <T>(pieces: readonly T[], effortOf: (piece: T) => number, work: Work<T>): Promise<void> =>
    allEnded(dealt(pieces, effortOf, connections.length).map((some, at) => work(connections[at]!, some)));

  for (const each of connections) await each.script(ofMany);
  await first.script(asOne([`create table ${unfinished} ()`, ...plan.before]));
  await share(plan.made, () => 1, runEach);
  const days = daysSinceMade(folder);
  const bytesOf = ({ bytes }: RowsFile): number => bytes;
  await share(files, bytesOf, async (on, some) => {
    for (const file of some) await copyFile(on, folder, file, days);
  });
  // The keys one after the other: two at once could wait for each other's tables.
  const keys = plan.keys.map((text) => ({ name: 'keys', statements: [text] }));
  const pieces = [keys, ...plan.unique.map((table) => [table])];
  const working = share(pieces, effortOver(files), (on, some) => runEach(on, some.flat()));
  atWork?.();
  await working;
  const rest = [continueAudit, ...plan.guards, ...plan.after, rememberLeft(), `drop table ${unfinished}`];
  // On the disk before anyone uses it, and with it all that was written before.
  await first.script(asOne(['set local synchronous_commit = on', ...rest]));
}

type Work<T> = (on: Connection, pieces: readonly T[]) => Promise<unknown>;

/** Each of many connections: no commit waits for the disk, no index has helpers, and the next start waits for it (dropUnfinished). */
const ofMany = `select pg_advisory_lock_shared(${fillLock}); set statement_timeout = 0; set client_min_messages = warning; set synchronous_commit = off;
  set max_parallel_maintenance_workers = 0`;

/** A transaction each, since one that holds many tables makes the others wait. */
const runEach: Work<TableStatements> = (on, tables) => on.script(tables.map(({ statements }) => asOne(statements)).join(';\n'));

async function copyFile(on: Connection, folder: string, { name, table }: RowsFile, days: number): Promise<void> {
  const columns = copiedColumns(table).map((column) => quote(column.name));
  const bytes = await readFile(join(folder, name));
  const rows = days === 0 ? bytes : Buffer.from(movedBy(days, table, bytes.toString()));
  await on.copyIn!(`copy ${quote(table.name)} (${columns.join(', ')}) from stdin`, rows);
}

/** An index is waited for until it is on the disk, and takes longer the more it is made from. */
function effortOver(files: readonly RowsFile[]): (tables: readonly TableStatements[]) => number {
  const bytes = new Map<string, number>();
  for (const file of files) bytes.set(file.table.name, (bytes.get(file.table.name) ?? 0) + file.bytes);
  return (tables) =>
    tables.reduce((sum, { name, statements }) => sum + statements.length * (1 + (bytes.get(name) ?? 0) / 500_000), 0);
}
