import { invalid } from '../../src/schemas/kit/problem';
import type { UploadFormats } from './csv-encoding';
import { readFormat, readRows, type CsvFormat } from './read-csv';

export interface Sample extends CsvFormat {
  /** The first rows, as many cells as there are headers. */
  readonly rows: readonly (readonly string[])[];
  /** Rows in the whole file. */
  readonly total: number;
}

/**
 * Reads the whole file, so that even an error in the last line is reported before anything starts. Throws Problem 422 on path
 * 'file'.
 */
export async function readSample(path: string, shown: number, formats?: UploadFormats): Promise<Sample> {
  const format = await readFormat(path, formats);
  const rows: string[][] = [];
  let total = 0;
  for await (const batch of readRows(path, format, 1000)) {
    for (const { cells } of batch.slice(0, shown - rows.length)) rows.push(format.headers.map((_, at) => cells[at] ?? ''));
    total += batch.length;
  }
  if (!total) throw invalid('file', 'The file has column names but no rows');
  return { ...format, rows, total };
}
