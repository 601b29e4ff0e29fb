import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { problem } from '../../src/schemas/kit/problem';
import { csvLine } from '../imports/write-csv';
import type { Services } from '../http/context';
import { newId } from '../store/ids';
import type { Cell, ExportColumn } from './export-columns';
import type { ExportFormat } from '../../src/schemas/calls/list-work';

/** A spreadsheet is put together in memory; what is larger goes into a CSV. */
export const xlsxRows = 50_000;

export interface ExportWriter {
  add(rows: readonly (readonly Cell[])[]): Promise<void>;
  /** The finished file; `discard` removes it. */
  finish(): Promise<{ readonly path: string; readonly mime: string }>;
  discard(): Promise<void>;
}

/** A file that grows row by row. CSV for people begins with a byte order mark, without which Excel spoils every name in Devanagari. */
export async function openExport(
  services: Services,
  format: ExportFormat,
  columns: readonly ExportColumn[],
  sheetName: string,
): Promise<ExportWriter> {
  const folder = join(services.config.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `export-${newId()}`);
  return format === 'xlsx' ? sheet(path, columns, sheetName) : csv(path, columns);
}

async function csv(path: string, columns: readonly ExportColumn[]): Promise<ExportWriter> {
  const file = await open(path, 'w');
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= file.close());
  await file.write(`\uFEFF${csvLine(columns.map((column) => column.title))}`);
  return {
    async add(rows) {
      if (rows.length) await file.write(rows.map((cells) => csvLine(cells.map(plain))).join(''));
    },
    async finish() {
      await close();
      return { path, mime: 'text/csv' };
    },
    async discard() {
      await close();
      await rm(path, { force: true });
    },
  };
}

const plain = (cell: Cell): string | number | null =>
  cell instanceof Date ? cell.toISOString() : typeof cell === 'boolean' ? String(cell) : cell;

function sheet(path: string, columns: readonly ExportColumn[], sheetName: string): ExportWriter {
  const all: (readonly Cell[])[] = [];
  return {
    async add(rows) {
      all.push(...rows);
      if (all.length > xlsxRows) throw problem(422, 'More than 50,000 rows: choose CSV, or narrow the list.');
    },
    async finish() {
      const { default: write } = await import('write-excel-file/node');
      const head = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const }));
      const data = [head, ...all.map((cells) => cells.map(excelCell))];
      await write(data, {
        sheet: sheetName.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31),
        stickyRowsCount: 1,
        columns: columns.map(({ title }) => ({ width: Math.min(40, Math.max(12, title.length + 2)) })),
      }).toFile(path);
      return { path, mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
    },
    discard: () => rm(path, { force: true }),
  };
}

/** A text stays a text, whatever it begins with; times get the format that says them. */
function excelCell(cell: Cell) {
  if (cell === null) return null;
  if (cell instanceof Date) {
    const midnight = cell.getTime() % 86_400_000 === 0;
    return { value: cell, type: Date, format: midnight ? 'dd mmm yyyy' : 'dd mmm yyyy hh:mm' };
  }
  if (typeof cell === 'string') return { value: cell.slice(0, 32_767), type: String };
  return { value: cell };
}
