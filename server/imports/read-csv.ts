import { Readable } from 'node:stream';
import { stat } from 'node:fs/promises';
import { CsvError, parse, type Options } from 'csv-parse';
import { invalid, type Problem } from '../../src/schemas/kit/problem';
import { checkHeaders } from './check-headers';
import { detectEncoding, readText, type Encoding } from './csv-encoding';

/** TRUST-S22. */
export const csvLimits = { bytes: 50 * 1024 * 1024, rows: 100_000, columns: 200, cell: 64 * 1024 } as const;
const largestRecord = 13 * 1024 * 1024;

export interface CsvFormat {
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly headers: readonly string[];
}
export interface CsvRow {
  /** The line of the file where the row begins; the header stands in line 1. */
  readonly line: number;
  /** Trimmed; as many as the row has. */
  readonly cells: readonly string[];
}

/** Encoding, delimiter and headers, from the beginning of the file. Throws Problem 422 on path 'file'. */
export async function readFormat(path: string): Promise<CsvFormat> {
  const { size } = await stat(path);
  if (size > csvLimits.bytes) throw invalid('file', 'The file is larger than 50 MB. Split it and upload the parts.');
  const encoding = await detectEncoding(path);
  let head = '';
  for await (const text of readText(path, encoding)) {
    head += text;
    if (head.length > 256 * 1024) break;
  }
  if (!head.trim()) throw invalid('file', 'The file is empty.');
  const delimiter = detectDelimiter(head);
  for await (const rows of records(path, encoding, delimiter, 1)) {
    return { encoding, delimiter, headers: checkHeaders(rows[0]!, csvLimits.columns) };
  }
  throw invalid('file', 'The file is empty.');
}

/** The rows below the header, in batches of `size`; never more than a batch in memory. Throws Problem 422 with the line on broken text. */
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
  const parser = parse({
    delimiter,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: largestRecord,
    readableHighWaterMark: 256,
  } as Options);
  const text = Readable.from(readText(path, encoding), { objectMode: true });
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let ended = 0;
  let doubled = 0; // the parser counts a CR LF inside a quoted cell as two lines
  let batch: CsvRow[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const inside = record.filter((cell) => cell.includes('\n') || cell.includes('\r')).join();
      doubled += count(inside, /\r\n/g);
      ended = info.lines - doubled;
      const line = ended - count(inside, /\r\n|\r|\n/g);
      checkCells(record, line);
      batch.push({ line, cells: record });
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(error, ended + 1) : error;
  } finally {
    text.destroy();
  }
  if (batch.length) yield batch;
}

function checkCells(cells: readonly string[], line: number): void {
  const wide = cells.findIndex((cell) => cell.length > csvLimits.cell);
  if (wide >= 0)
    throw invalid('file', `Line ${line}: the cell in column ${wide + 1} is longer than 64 KB. Is a quote never closed?`);
}

function explain(error: CsvError, begins: number): Problem {
  const at = typeof error.lines === 'number' ? error.lines : begins;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return invalid('file', `Line ${begins}: a quote (") is opened in this row and never closed.`);
    case 'CSV_MAX_RECORD_SIZE':
      return invalid('file', `Line ${begins}: the row is far too long. Is a quote (") opened and never closed?`);
    case 'CSV_INVALID_CLOSING_QUOTE':
      return invalid(
        'file',
        `Line ${at}: a closing quote (") is followed by more text. Write a quote inside a cell as two ("").`,
      );
    case 'INVALID_OPENING_QUOTE':
      return invalid(
        'file',
        `Line ${at}: a quote (") stands inside a cell that does not begin with one. Put the whole cell in quotes.`,
      );
    default:
      return invalid('file', `Line ${at}: this row cannot be read as CSV.`);
  }
}

function count(text: string, what: RegExp): number {
  return text === '' ? 0 : (text.match(what)?.length ?? 0);
}
