import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import type { Connection } from '../connection';
import { daysSinceMade } from '../embedded/template-age';
import { quote } from '../identifiers';
import { copiedColumns, copiedState, copiedTables, type CopiedState, type CopiedTable } from './copied-tables';
import type { CopySource } from './read-rows';
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
    const lines = rows.map((row) => (JSON.parse(row) as (string | null)[]).map(cell).join('\t'));
    yield `${lines.join('\n')}\n`;
  }
}
const cell = (value: string | null): string => (value === null ? '\\N' : value.replaceAll(/[\\\n\r\t]/g, (one) => escapes[one]!));
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Tables and rows of a first start on an empty database of PostgreSQL in one transaction: rows come before indexes, keys and
 * triggers, the audit's among them; `atWork` is called when only these are left. Points in time move by the whole days since the rows were made, as in the embedded template.
 */
export async function fillPrepared(
  connection: Connection,
  resources: readonly AnyResource[],
  folder: string,
  atWork?: () => void,
): Promise<void> {
  const { state, tables } = JSON.parse(await readFile(contents(folder), 'utf8')) as Prepared;
  const move = movedBy(daysSinceMade(folder, new Date()));
  await intoEmpty(connection, resources, async (target) => {
    for (const table of tables) {
      await target.make(table);
      if (!existsSync(rowsOf(folder, table))) continue;
      const columns = copiedColumns(table);
      const text = `copy ${quote(table.name)} (${columns.map(({ name }) => quote(name)).join(', ')}) from stdin`;
      for await (const rows of wholeLines(rowsOf(folder, table))) await connection.copyIn!(text, move(rows, table));
    }
    return target.finish(state, atWork);
  });
}

/** Pieces of about a megabyte that end with a line. */
async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const end = bytes.lastIndexOf('\n') + 1;
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
}

/** A day is the first ten characters of a point in time: both databases write them in UTC. */
function movedBy(days: number): (rows: Buffer, table: CopiedTable) => Buffer {
  if (days === 0) return (rows) => rows;
  const known = new Map<string, string>();
  const dayOf = (day: string): string => {
    const moved = known.get(day) ?? new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    known.set(day, moved);
    return moved;
  };
  return (rows, table) => {
    const times = copiedColumns(table).flatMap(({ type }, at) => (type.startsWith('timestamp') ? [at] : []));
    const line = (text: string): string => {
      const cells = text.split('\t');
      for (const at of times)
        if (cells[at] && cells[at] !== '\\N') cells[at] = dayOf(cells[at].slice(0, 10)) + cells[at].slice(10);
      return cells.join('\t');
    };
    return Buffer.from(rows.toString().split('\n').map(line).join('\n'));
  };
}
