import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { CsvReader } from '../../server/imports/csv-reader';

/** The text in pieces of the given lengths, one after the other and again. */
function read(text: string, lengths: readonly number[], delimiter = ','): { line: number; cells: readonly string[] }[] {
  const reader = new CsvReader(delimiter);
  const rows = [];
  for (let at = 0, i = 0; at < text.length; at += lengths[i++ % lengths.length]!)
    rows.push(...reader.take(text.slice(at, at + lengths[i % lengths.length]!)));
  rows.push(...reader.rest());
  return rows;
}
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const filled = (rows: readonly { cells: readonly string[] }[]): (readonly string[])[] =>
  rows.map(({ cells }) => cells).filter((cells) => cells.some((cell) => cell.trim() !== ''));

it('TRUST-S22 reads any text as an independent parser does, or refuses it as that one does, wherever the pieces are cut', () => {
  const piece = fc.constantFrom(
    'a',
    'b c',
    ' ',
    '\t',
    '"',
    '""',
    ',',
    ',',
    '\n',
    '\r\n',
    '\r',
    'é',
    '\u00A0',
    '"x, y"',
    ',"z"\n',
  );
  const texts = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
  let taken = 0;
  let refused = 0;
  fc.assert(
    fc.property(texts, lengths, (text, cuts) => {
      // That parser opens a cell anew behind empty quotes, and takes no wide space behind a quote.
      fc.pre(!/""[^\S\r\n]+"|"[ \t]*\u00A0/.test(text));
      const expected = attempt(() => parse(text, options) as string[][]);
      const found = attempt(() => filled(read(text, cuts)));
      expect(found).toEqual(expected);
      if (expected) taken++;
      else refused++;
    }),
    { numRuns: 4000, seed: 22 },
  );
  expect(taken).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(500);
});
const options = {
  trim: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  record_delimiter: ['\r\n', '\n', '\r'],
};
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

it('TRUST-S22 tells the line that each row begins at', () => {
  const cell = fc.constantFrom('a', 'b\nc', 'd\r\n\r\ne', 'f\rg');
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 3 })), lengths, (table, cuts) => {
      let line = 1;
      const expected = table.map((cells) => {
        const begins = line;
        line += 1 + cells.join('').split(/\r\n|\r|\n/).length - 1;
        return { line: begins, cells };
      });
      const text = table.map((cells) => `${cells.map((one) => `"${one}"`).join(';')}\r\n`).join('');
      expect(read(text, cuts, ';')).toEqual(expected);
    }),
    { numRuns: 300, seed: 22 },
  );
});

it('TRUST-S22 gives the rows before one that cannot be read, and says so of one that never ends', () => {
  const seen: unknown[] = [];
  const take = (text: string): void => {
    for (const row of new CsvReader(',').take(text)) seen.push(row.cells);
  };
  expect(() => take('a,b\nc,"d"e\n')).toThrow(expect.objectContaining({ code: 422, message: expect.stringMatching(/^Line 2/) }));
  expect(seen).toEqual([['a', 'b']]);
  const reader = new CsvReader(',');
  const piece = `"${'x'.repeat(64 * 1024 - 1)}`.replaceAll('"', '');
  const endless = (): void => {
    for (const _ of reader.take('a\n"')) seen.push(_);
    for (let n = 0; n < 400; n++) for (const row of reader.take(piece)) seen.push(row);
  };
  const started = process.cpuUsage().user;
  expect(endless).toThrow(expect.objectContaining({ message: expect.stringMatching(/^Line 2: the row is far too long/) }));
  expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(5);
});
