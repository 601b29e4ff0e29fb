import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFormat } from '../../src/schemas/calls/list-work';
import { csvLine } from '../imports/write-csv';
import type { Cell } from './export-columns';
import { sheetRow, writeSheet, type SheetLook } from './write-sheet';
import { errorCode } from '../domain/error-details';

/** Maximum rows of a spreadsheet; larger exports must be CSV. */
export const xlsxRows = 1_000_000;

/** The draft of one export: rows are added to it page by page, and a page that was not recorded is cut off again. */
export interface ExportDraft {
  /** Bytes of all that was added. */
  readonly size: number;
  add(rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Makes the file that is handed out, next to the draft; returns its path. */
  finish(sheetName: string, sheet?: Pick<SheetLook, 'about' | 'widths'>): Promise<string>;
  close(): Promise<void>;
}

/**
 * Each attempt of the job writes a draft of its own: one that lost its lease may live on and write where its successor does not.
 */
export const draftName = (exportId: string, fence: number): string => `${exportId}-${fence}`;
/** The path of the draft `name`. */
export const draftPath = (dataDir: string, name: string): string => join(dataDir, 'tmp', `export-${name}`);

/** Makes an earlier attempt's draft this one's: its file where that attempt closed it, else a copy. False: it is gone. */
export async function takeDraft(from: string, to: string, isClosed: boolean): Promise<boolean> {
  try {
    await (isClosed ? rename(from, to) : copyFile(from, to, constants.COPYFILE_FICLONE));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Opens the draft at `size` bytes, or answers undefined where it is shorter: the work begins again then. 0 makes a new one. */
export async function openDraft(
  path: string,
  format: ExportFormat,
  titles: readonly string[],
  size: number,
): Promise<ExportDraft | undefined> {
  await mkdir(join(path, '..'), { recursive: true });
  const file = await open(path, size ? 'r+' : 'w').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!file || (await file.stat()).size < size) {
    await file?.close();
    return undefined;
  }
  await file.truncate(size);
  let at = size;
  const append = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    await file.write(bytes, 0, bytes.length, at);
    at += bytes.length;
  };
  const isSheet = format === 'xlsx';
  if (!size) await append(isSheet ? sheetRow(titles, 'head') : `\uFEFF${csvLine(titles)}`);
  return {
    get size() {
      return at;
    },
    async add(page) {
      await append(page.map((cells) => (isSheet ? sheetRow(cells) : csvLine(cells.map(plainCell)))).join(''));
    },
    async finish(sheetName, sheet) {
      if (!isSheet) return path;
      await writeSheet(path, `${path}.xlsx`, sheetName, { ...sheet, titles });
      return `${path}.xlsx`;
    },
    close: () => file.close(),
  };
}

/** What the attempts of an export up to `fence` left; later ones are not this attempt's to touch. */
export async function removeDrafts(dataDir: string, exportId: string, fence: number): Promise<void> {
  const folder = join(draftPath(dataDir, exportId), '..');
  for (const name of await readdir(folder).catch(() => [])) {
    const [start = '', of] = name.split(/-(?=\d+(?:\.xlsx)?$)/);
    if (start === `export-${exportId}` && Number.parseInt(of ?? '', 10) <= fence) await rm(join(folder, name), { force: true });
  }
}

export const mimeOf = (format: ExportFormat): string =>
  format === 'xlsx' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv';

/** As CSV has it: times in ISO, yes and no as true and false. */
export const plainCell = (cell: Cell): string | number | null =>
  cell instanceof Date ? cell.toISOString() : typeof cell === 'boolean' ? String(cell) : cell;
