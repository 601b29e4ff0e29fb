import { open, rm } from 'node:fs/promises';
import { csvLine } from '../write-csv';
import { sheetRows } from './sheet-rows';
import { openZip } from './zip-entries';

/** Does the file begin like a zip, as every XLSX does? */
export async function isZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32LE(0) === 0x04034b50;
  } finally {
    await file.close();
  }
}

/**
 * Writes the first sheet of an XLSX file as CSV next to it, each row in the line of its number, so that messages name the row that
 * the person sees; returns that path. Throws Problem 422 on path 'file'.
 */
export async function sheetToCsv(path: string): Promise<string> {
  const to = `${path}.csv`;
  const zip = await openZip(path);
  const file = await open(to, 'w');
  try {
    await file.write('\uFEFF');
    let lines = '';
    let width: number | undefined;
    let written = 0;
    for await (const { number, cells } of sheetRows(zip)) {
      width ??= cells.length;
      while (cells.length < width) cells.push('');
      lines += '\r\n'.repeat(number - written - 1) + csvLine(cells.map((text) => text.replaceAll(/\s*[\r\n]+\s*/g, ' ')));
      written = number;
      if (lines.length < 64 * 1024) continue;
      await file.write(lines);
      lines = '';
    }
    await file.write(lines);
    return to;
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    await file.close();
    await zip.close();
  }
}
