import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { bytesOf } from '../outbound/stream-bytes';
import { filesFolder } from '../files/disk-files';
import { copiedColumns, copiedState, copiedTables, type CopiedTable } from '../store/copy/copied-tables';
import { valuesOf, type CopySource, type TableSum } from '../store/copy/read-rows';

/**
 * The lines of a backup, each a JSON value. First the state, then of each table a definition, its rows as lists and a sum; of
 * each stored file a head and its bytes in pieces; the secret key; and at the end a count of everything.
 */
export type Told =
  | { readonly is: 'begin'; readonly state: Awaited<ReturnType<typeof copiedState>>; readonly from: 'embedded' | 'postgres' }
  | { readonly is: 'table'; readonly table: CopiedTable }
  | { readonly is: 'sum'; readonly table: string; readonly sum: TableSum }
  | { readonly is: 'file'; readonly key: string; readonly size: number; readonly sha256: string }
  | { readonly is: 'bytes'; readonly bytes: string }
  | { readonly is: 'key'; readonly secretKey: string }
  | { readonly is: 'end'; readonly tables: number; readonly rows: number; readonly files: number };

export interface Content {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Stored files that are missing or damaged. */
  readonly damaged: string[];
}

/** Reads everything at one moment of the database. `count` is filled on the way. */
export async function* backupLines(
  source: CopySource,
  of: { readonly from: 'embedded' | 'postgres'; readonly dataDir: string; readonly secretKey: string },
  count: { -readonly [K in keyof Content]: Content[K] },
): AsyncGenerator<string> {
  const line = (told: Told): string => `${JSON.stringify(told)}\n`;
  yield line({ is: 'begin', from: of.from, state: await copiedState(source.connection) });
  const stored: { key: string; size: number; sha256: string }[] = [];
  for (const table of await copiedTables(source.connection)) {
    yield line({ is: 'table', table });
    const sum = await source.sum(table);
    const names = copiedColumns(table).map(({ name }) => name);
    let seen = 0;
    for await (const rows of source.rows(table)) {
      seen += rows.length;
      if (table.name === 'files')
        for (const row of rows) {
          const values = valuesOf(row);
          const value = (name: string): string => values[names.indexOf(name)] ?? '';
          if (!value('deleted_at'))
            stored.push({ key: value('storage_key'), size: Number(value('size')), sha256: value('sha256') });
        }
      yield `${rows.join('\n')}\n`;
    }
    if (seen !== sum.rows) throw new Error(`table ${table.name}: ${seen} rows read, ${sum.rows} counted`);
    yield line({ is: 'sum', table: table.name, sum });
    count.tables++;
    count.rows += seen;
  }
  for (const { key, size, sha256 } of stored) {
    const hash = createHash('sha256');
    yield line({ is: 'file', key, size, sha256 });
    try {
      for await (const piece of bytesOf(createReadStream(join(filesFolder(of.dataDir), key), { highWaterMark: 192 * 1024 }))) {
        hash.update(piece);
        yield line({ is: 'bytes', bytes: piece.toString('base64') });
      }
      if (hash.digest('hex') === sha256) count.files++;
      else count.damaged.push(key);
    } catch {
      count.damaged.push(key);
    }
  }
  yield line({ is: 'key', secretKey: of.secretKey });
  yield line({ is: 'end', tables: count.tables, rows: count.rows, files: count.files });
}
