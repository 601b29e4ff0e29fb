import { stat } from 'node:fs/promises';
import { invalid } from '../../src/schemas/kit/problem';
import { checkHeaders } from './check-headers';
import { detectEncoding, readText, type Encoding, type UploadFormats } from './csv-encoding';
import { CsvRecords, type CsvRow } from './csv-records';

/** TRUST-S22. */
export const csvLimits = { bytes: 50 * 1024 * 1024, rows: 100_000, columns: 200, cell: 64 * 1024 } as const;

export interface CsvFormat {
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly headers: readonly string[];
}
/** Encoding, delimiter and headers, from the beginning of the file. Throws Problem 422 on path 'file', naming what may be uploaded. */
export async function readFormat(path: string, formats?: UploadFormats): Promise<CsvFormat> {
  const { size } = await stat(path);
  if (size > csvLimits.bytes) throw invalid('file', 'The file is larger than 50 MB. Split it and upload the parts.');
  const encoding = await detectEncoding(path, formats);
  let head = '';
  for await (const text of readText(path, encoding)) {
    head += text;
    if (head.length > 256 * 1024) break;
  }
  if (!head.trim()) throw invalid('file', 'The file is empty');
  const delimiter = detectDelimiter(head);
  for await (const rows of records(path, encoding, delimiter, 1)) {
    return { encoding, delimiter, headers: checkHeaders(rows[0]!, csvLimits.columns) };
  }
  throw invalid('file', 'The file is empty');
}

/**
 * The rows below the header, in batches of `size`; never more than a batch in memory. Throws Problem 422 with the line on broken
 * text.
 */
export async function* readRows(path: string, format: CsvFormat, size: number): AsyncGenerator<CsvRow[]> {
  let seen = 0;
  let header = true;
  for await (const batch of records(path, format.encoding, format.delimiter, size)) {
    const rows = header ? batch.slice(1) : batch;
    header = false;
    seen += rows.length;
    if (seen > csvLimits.rows) throw invalid('file', 'The file has more than 100,000 rows. Split it and upload the parts.');
    if (rows.length) yield rows;
  }
}

/** The delimiter that the first line has most often outside quotes; a comma when it has none. */
export function detectDelimiter(head: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((one) => [one, 0]));
  let quoted = false;
  for (const char of head) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '\n' || char === '\r')) break;
    else if (!quoted && counts.has(char)) counts.set(char, counts.get(char)! + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

async function* records(path: string, encoding: Encoding, delimiter: string, size: number): AsyncGenerator<CsvRow[]> {
  const whole = new CsvRecords(delimiter);
  let batch: CsvRow[] = [];
  const filled = function* (rows: Iterable<CsvRow>): Generator<CsvRow[]> {
    for (const row of rows) {
      checkCells(row);
      batch.push(row);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  };
  for await (const text of readText(path, encoding)) yield* filled(whole.add(text));
  yield* filled(whole.add('', true));
  if (batch.length) yield batch;
}

function checkCells({ cells, line }: CsvRow): void {
  const wide = cells.findIndex((cell) => cell.length > csvLimits.cell);
  if (wide >= 0)
    throw invalid(
      'file',
      `Line ${line}: the cell in column ${wide + 1} is longer than 64 KB. Check for a quote that is never closed.`,
    );
}
