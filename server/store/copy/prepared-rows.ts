import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import type { Connection } from '../connection';
import { daysSinceMade } from '../embedded/template-age';
import { quote } from '../identifiers';
import { applyTogether } from '../tables/apply';
import { copiedColumns, copiedState, copiedTables, type CopiedState, type CopiedTable } from './copied-tables';
import { valuesOf, type CopySource } from './read-rows';
import { intoEmpty } from './write-rows';

/** What the folder of a first start's rows says of them: the tables that have some, in files of their own, and those that have none. */
interface Prepared {
  readonly state: CopiedState;
  readonly tables: readonly CopiedTable[];
}
const contents = (folder: string): string => join(folder, 'tables.json');
const rowsOf = (folder: string, { name }: CopiedTable): string => join(folder, `${name}.copy`);

/** Writes every row of the source into `folder`, as COPY reads it. */
export async function writePrepared(source: CopySource, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tables = await copiedTables(source.connection);
  for (const table of tables) {
    if ((await source.sum(table)).rows === 0) continue;
    await pipeline(copyText(source, table), createWriteStream(rowsOf(folder, table)));
  }
  await writeFile(contents(folder), JSON.stringify({ state: await copiedState(source.connection), tables } satisfies Prepared));
}

async function* copyText(source: CopySource, table: CopiedTable): AsyncGenerator<string> {
  for await (const rows of source.rows(table)) {
    const lines = rows.map((row) => valuesOf(row).map(cell).join('\t'));
    yield `${lines.join('\n')}\n`;
  }
}
const cell = (value: string | null): string => (value === null ? '\\N' : value.replaceAll(/[\\\n\r\t]/g, (one) => escapes[one]!));
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Tables and rows of a first start on an empty database of PostgreSQL. Bare tables with all rows are one transaction; indexes,
 * keys, rights and triggers, the audit's among them, follow on all connections at once, or at the next start when this one is cut
 * off: until then the product's login may read nothing. `atWork` is called when only these are left. Points in time move by the
 * whole days since the rows were made, as in the embedded template.
 */
export async function fillPrepared(
  connections: readonly [Connection, ...Connection[]],
  resources: readonly AnyResource[],
  folder: string,
  atWork?: () => void,
): Promise<void> {
  const [connection] = connections;
  const { state, tables } = JSON.parse(await readFile(contents(folder), 'utf8')) as Prepared;
  const days = daysSinceMade(folder, new Date());
  await intoEmpty(connection, resources, async (target) => {
    await target.make(...tables);
    for (const table of tables) {
      if (!existsSync(rowsOf(folder, table))) continue;
      const columns = copiedColumns(table);
      const text = `copy ${quote(table.name)} (${columns.map(({ name }) => quote(name)).join(', ')}) from stdin`;
      const bytes = createReadStream(rowsOf(folder, table), { highWaterMark: 256 * 1024 });
      await connection.copyIn!(text, days === 0 ? bytes : movedBy(days, table, bytes));
    }
    await target.settle(state);
  });
  for (const each of connections) await each.script(`set statement_timeout = 0; set client_min_messages = warning`);
  await applyTogether(connections, resources, atWork);
}

/** Pieces that end with a line. */
async function* wholeLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    const end = bytes.lastIndexOf('\n') + 1;
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
}

/** A day is the first ten characters of a point in time: both databases write them in UTC. */
async function* movedBy(days: number, table: CopiedTable, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const known = new Map<string, string>();
  const dayOf = (day: string): string => {
    const moved = known.get(day) ?? new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    known.set(day, moved);
    return moved;
  };
  const times = copiedColumns(table).flatMap(({ type }, at) => (type.startsWith('timestamp') ? [at] : []));
  const line = (text: string): string => {
    const cells = text.split('\t');
    for (const at of times) if (cells[at] && cells[at] !== '\\N') cells[at] = dayOf(cells[at].slice(0, 10)) + cells[at].slice(10);
    return cells.join('\t');
  };
  for await (const rows of wholeLines(pieces)) yield Buffer.from(rows.toString().split('\n').map(line).join('\n'));
}
