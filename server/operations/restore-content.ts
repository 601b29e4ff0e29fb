import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { CopiedTable } from '../store/copy/copied-tables';
import type { CopiedRow } from '../store/copy/read-rows';
import type { CopyTarget } from '../store/copy/write-rows';
import type { Told } from './backup-content';
import { Refused } from './command';

export interface Restored {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Stored files that were already missing when the backup was made. */
  readonly damaged: readonly string[];
  readonly secretKey: string;
  /** Statements that lose data and wait for a start with --confirm. */
  readonly left: readonly string[];
}

const atOnce = 1000;

/** Writes what the lines say into an empty database, each table compared with its sum, and stored files below `filesDir`. */
export async function restoreLines(lines: AsyncIterable<string>, target: CopyTarget, filesDir: string): Promise<Restored> {
  const damaged: string[] = [];
  let state: Extract<Told, { is: 'begin' }>['state'] = [];
  let table: CopiedTable | undefined;
  let rows: CopiedRow[] = [];
  let file: ReturnType<typeof fileWriter> | undefined;
  let secretKey = '';
  let files = 0;
  let tables = 0;
  let total = 0;
  let whole = false;

  const flush = async (): Promise<void> => {
    if (table && rows.length > 0) await target.add(table, rows);
    total += rows.length;
    rows = [];
  };
  const closeFile = async (): Promise<void> => {
    const bad = await file?.close();
    if (bad) damaged.push(bad);
    else if (file) files++;
    file = undefined;
  };
  for await (const line of lines) {
    if (line.startsWith('[')) {
      rows.push(line);
      if (rows.length >= atOnce) await flush();
      continue;
    }
    const told = JSON.parse(line) as Told;
    if (told.is !== 'bytes') await closeFile();
    switch (told.is) {
      case 'begin':
        state = told.state;
        break;
      case 'table':
        table = told.table;
        await target.make(table);
        break;
      case 'sum':
        await flush();
        await target.compare(table!, told.sum);
        tables++;
        break;
      case 'file':
        file = fileWriter(filesDir, told);
        break;
      case 'bytes':
        await file!.write(Buffer.from(told.bytes, 'base64'));
        break;
      case 'key':
        secretKey = told.secretKey;
        break;
      case 'end':
        whole = told.tables === tables && told.rows === total && told.files === files;
    }
  }
  if (!whole) throw new Refused('The backup is incomplete. Nothing was restored. Use another backup.');
  const left = await target.finish(state);
  await target.analyze();
  return { tables, rows: total, files, damaged, secretKey, left };
}

/** `close` answers the key of a file whose bytes are not those that were stored. */
function fileWriter(
  folder: string,
  { key, sha256 }: { readonly key: string; readonly sha256: string },
): { write(bytes: Buffer): Promise<void>; close(): Promise<string | undefined> } {
  const path = resolve(folder, key);
  if (!path.startsWith(resolve(folder) + sep)) throw new Refused(`The backup names a file outside its folder: ${key}`);
  const hash: Hash = createHash('sha256');
  let handle: FileHandle | undefined;
  const begin = async (): Promise<FileHandle> => {
    if (!handle) {
      await mkdir(dirname(join(path)), { recursive: true });
      handle = await open(path, 'wx');
    }
    return handle;
  };
  return {
    async write(bytes) {
      hash.update(bytes);
      await (await begin()).write(bytes);
    },
    async close() {
      const right = hash.digest('hex') === sha256;
      if (right) await begin(); // an empty one has no bytes to begin with
      await handle?.sync();
      await handle?.close();
      return right ? undefined : key;
    },
  };
}
