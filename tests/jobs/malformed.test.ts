import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { CsvRecords } from '../../server/imports/csv-records';
import { readFormat, readRows } from '../../server/imports/read-csv';
import { readSample } from '../../server/imports/read-sample';
import { cellValue, isBlank } from '../../server/imports/cell-value';
import { autoMapping } from '../../server/imports/lead-columns';

const dir = mkdtempSync(join(tmpdir(), 'csv-'));
let files = 0;
function fileOf(content: string | Buffer): string {
  const path = join(dir, `${files++}.csv`);
  writeFileSync(path, content);
  return path;
}
const utf16 = (text: string, big: boolean): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
const columns = (n: number): string => Array.from({ length: n }, (_, i) => `c${i}`).join();

it.each<[string, string | Buffer, RegExp]>([
  ['empty', '', /^The file is empty$/],
  ['blank lines only', '\n \n\n', /^The file is empty$/],
  ['byte-order mark only', '\uFEFF', /^The file is empty$/],
  ['a header without rows', 'Name,Phone\n', /no rows/],
  ['no header', 'Asha,9820098200,asha@example.com\nB,9820098201,b@example.com\n', /^Line 1: this looks like a lead/],
  ['a column without a name', 'Name,,Phone\nA,b,9820098200\n', /^Line 1: column 2 has no name/],
  ['a column name twice', 'Name,Phone,name\nA,1,b\n', /^Line 1: the column name 'name' appears twice, in columns 1 and 3/],
  ['500 columns', `${columns(500)}\n${columns(500)}\n`, /^Line 1: the file has 500 columns; the maximum is 200/],
  ['an unclosed quote', 'Name,Phone\nA,1\n"B,2\nC,3\n', /^Line 3: a quote .* never closed/],
  ['text after a closing quote', 'Name,Phone\nA,1\n"B"x,2\n', /^Line 3: a closing quote .* followed by more text/],
  ['a quote inside a cell', 'Name,Phone\nA 5" b,1\n', /^Line 2: a cell contains a quote/],
  ['a NUL', 'Name,Phone\nA,1\nB,\u00002\n', /^Line 3 contains a NUL/],
  ['a cell over 64 KB', `Name,Phone\nA,${'9'.repeat(70_000)}\n`, /^Line 2: the cell in column 2 is longer than 64 KB/],
  ['more than 100,000 rows', `P\n${'9820098200\n'.repeat(100_001)}`, /more than 100,000 rows/],
  ['an Excel workbook', Buffer.from('PK\u0003\u0004rest of a zip'), /Excel workbook/],
  [
    'a picture',
    Buffer.from('89504e470d0a1a0a0102030405060708090b0c0e0f101112131415161718191a1bfffe0c', 'hex'),
    /not a text file/,
  ],
  [
    'sixteen-bit numbers',
    Buffer.from(Uint16Array.from({ length: 600 }, (_, n) => (n * 7919) % 65_536).buffer),
    /not a text file/,
  ],
  ['a PDF', Buffer.from('%PDF-1.7 rest'), /PDF/],
  ['more than 50 MB', Buffer.alloc(50 * 1024 * 1024 + 1, 97), /larger than 50 MB/],
])('TRUST-S22 %s is refused with the line and the reason', async (_, content, expected) => {
  await expect(readSample(fileOf(content), 10)).rejects.toMatchObject({
    code: 422,
    errors: [{ path: 'file' }],
    message: expect.stringMatching(expected),
  });
});

it.each<[string, Buffer, string]>([
  ['a picture', Buffer.from('89504e470d0a1a0a0102030405060708', 'hex'), 'This is not a text file. Upload a CSV or XLSX file.'],
  [
    'an old workbook',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'This is an Excel workbook. Save it as XLSX or CSV (UTF-8) and upload that file.',
  ],
  ['a PDF', Buffer.from('%PDF-1.7 rest'), 'This is a PDF document, not a CSV or XLSX file'],
])('where workbooks are taken too, the message about %s names both', async (_, content, message) => {
  await expect(readSample(fileOf(content), 10, 'CSV or XLSX')).rejects.toMatchObject({ errors: [{ path: 'file', message }] });
});

it.each<[string, string | Buffer, object]>([
  ['UTF-8 with a byte-order mark', '\uFEFFName,City\r\nAsha,Pune\r\n', { encoding: 'utf-8', delimiter: ',' }],
  ['UTF-16 little endian', utf16('Name\tCity\r\nAshá\tPune\r\n', false), { encoding: 'utf-16le', delimiter: '\t' }],
  ['UTF-16 big endian', utf16('Name\tCity\nAshá\tPune\n', true), { encoding: 'utf-16be', delimiter: '\t' }],
  [
    'UTF-16 without a byte-order mark',
    utf16('Name;City\nAsha;Pune\n', false).subarray(2),
    { encoding: 'utf-16le', delimiter: ';' },
  ],
  ['windows-1252', Buffer.from('Name;City\nRen\xe9;Pune\n', 'latin1'), { encoding: 'windows-1252', delimiter: ';' }],
  ['vertical bars and old Mac line ends', 'Name|City\rAsha|Pune\r', { encoding: 'utf-8', delimiter: '|' }],
  ['empty columns at the end', 'Name,City,,\nAsha,Pune,,\n', { encoding: 'utf-8', delimiter: ',' }],
])('TRUST-S22 reads %s', async (_, content, expected) => {
  const sample = await readSample(fileOf(content), 10);
  expect(sample).toMatchObject({ ...expected, headers: ['Name', 'City'], total: 1 });
  expect(sample.rows[0]![1]).toBe('Pune');
});

it('reports the line where a row begins, also after cells with line breaks and after empty lines', async () => {
  const path = fileOf('Name,Note\r\nA,"x\r\ny"\r\n\r\nB,z\r\n"C\n\nD",w');
  const lines: number[] = [];
  for await (const batch of readRows(path, await readFormat(path), 2)) lines.push(...batch.map((row) => row.line));
  expect(lines).toEqual([2, 5, 6]);
});

it('TRUST-S22 any text is split into the same rows as by csv-parse, wherever its chunks end', () => {
  const piece = fc.constantFrom(
    'a',
    'é b',
    '"',
    '"',
    '""',
    ',',
    ',',
    ';',
    '\t',
    ' ',
    '\u00a0a\u00a0',
    '\n',
    '\n',
    '\r',
    '\r\n',
    '"x, y"',
    '"1\r\n2"',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 25 }),
      fc.array(fc.nat(30), { maxLength: 6 }),
      fc.constantFrom(',', ';', '\t'),
      (pieces, cuts, delimiter) => {
        const text = pieces.join('');
        fc.pre(!/""[ \t]+"/.test(text)); // one cell for csv-parse if both are empty, an error for our reader
        const ends = [...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length];
        const own = new CsvRecords(delimiter);
        const read = (): string[][] =>
          ends.flatMap((end, at) => {
            const rows = [...own.add(text.slice(ends[at - 1] ?? 0, end)), ...(at === ends.length - 1 ? own.add('', true) : [])];
            return rows.map((row) => [...row.cells]);
          });
        let oracle: string[][] | undefined;
        try {
          oracle = parse(text, {
            delimiter,
            trim: true,
            relax_column_count: true,
            skip_empty_lines: true,
            skip_records_with_empty_values: true,
            record_delimiter: ['\r\n', '\n', '\r'],
          }) as string[][];
        } catch {
          expect(read).toThrow(/^Line \d+: /);
          return;
        }
        expect(read()).toEqual(oracle);
      },
    ),
    { numRuns: 5000 },
  );
});

it('TRUST-S22 the line number of each row is that of the file, wherever its chunks end', () => {
  const row = fc.constantFrom('a,b', '"1\n2",b', '"1\r\n2\r",b', ' ', '');
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.integer({ min: 1, max: 9 }),
      (rows, end, size) => {
        const text = rows.join(end);
        const own = new CsvRecords(',');
        const lines: number[] = [];
        for (let at = 0; at < text.length; at += size)
          for (const { line } of own.add(text.slice(at, at + size))) lines.push(line);
        for (const { line } of own.add('', true)) lines.push(line);
        const expected = rows.flatMap((one, at) => {
          const before = rows
            .slice(0, at)
            .map((each) => `${each}${end}`)
            .join('');
          return one.trim() === '' ? [] : [1 + (before.match(/\r\n|\r|\n/g)?.length ?? 0)];
        });
        expect(lines).toEqual(expected);
      },
    ),
    { numRuns: 1000 },
  );
});

it('TRUST-S22 an unclosed quote is reported at its row, and an overlong row is scanned once, not once per chunk', () => {
  const read = (text: string) => () => [...new CsvRecords(',').add(text), ...new CsvRecords(',').add(text, true)];
  expect(read('a,b\n\n1,"2\n3,4\n')).toThrow('Line 3: a quote');
  const long = new CsvRecords(',');
  const piece = 'x'.repeat(32 * 1024);
  const started = process.cpuUsage(); // CPU time, since a busy machine makes wall time longer
  expect(() => {
    void [...long.add('a,b\n"')];
    for (let n = 0; n < 1000; n++) void [...long.add(piece)];
  }).toThrow('Line 2: the row is far too long');
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});

it('converts cells to the types of their fields, and treats placeholders as empty', () => {
  for (const text of ['', ' ', 'Select', '-- Select --', 'N/A', '#N/A', '-', 'Please Select', 'null'])
    expect(isBlank(text)).toBe(true);
  for (const text of ['Mumbai', 'Selected', '0', 'None of these']) expect(isBlank(text)).toBe(false);
  const day = { type: 'string', format: 'date' } as const;
  expect(cellValue('31/12/2004', day)).toEqual({ value: '2004-12-31' });
  expect(cellValue('5-Mar-2004', day)).toEqual({ value: '2004-03-05' });
  expect(cellValue('31/02/2004', day)).toHaveProperty('wrong');
  expect(cellValue('f', { type: 'string', enum: ['female', 'male'] })).toEqual({ value: 'female' });
  expect(cellValue('HIGH', { type: 'integer', enum: [0, 1, 2] }, { '2': 'High' })).toEqual({ value: 2 });
  expect(cellValue('1,20,000', { type: 'integer' })).toEqual({ value: 120000 });
  for (const text of ['1,20,000.5', '120,000.5', '120000.50', '₹ 1,20,000.5'])
    expect(cellValue(text, { type: 'number' })).toEqual({ value: 120000.5 });
  for (const text of ['12,50', '1.20.000,50', '1200,5', '12,00,00', '0x10', '1,', '$ 5'])
    expect(cellValue(text, { type: 'number' }), text).toHaveProperty('wrong');
});

it('maps columns by name, joins first and last name, and ignores the columns of an error file', () => {
  expect(autoMapping(['First Name', 'Last Name', 'Mobile No.', 'E-Mail ID', 'row', 'field', 'reason'], [])).toEqual({
    'First Name': 'name',
    'Last Name': 'name',
    'Mobile No.': 'phone',
    'E-Mail ID': 'email',
  });
  expect(
    autoMapping(['Full Name', 'First Name', 'Phone', 'Mobile', 'Blood group'], [{ key: 'blood', label: 'Blood Group' }]),
  ).toEqual({
    'Full Name': 'name',
    'First Name': '',
    Phone: 'phone',
    Mobile: '',
    'Blood group': 'custom.blood',
  });
  expect(autoMapping(['Mobile', 'Do Not Call', 'Do Not Email', 'Tags'], [])).toEqual({
    Mobile: 'phone',
    'Do Not Call': 'do_not_disturb',
    'Do Not Email': '',
    Tags: '',
  });
});
