import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CsvRecords } from '../../server/imports/csv-records';
import { guarded, unguarded } from '../../server/imports/formula-guard';
import { csvLine } from '../../server/imports/write-csv';
import { cellsAsRead, isRun } from './spreadsheet';

const separators = [',', ';', '\t'];
const runCells = (line: string): string[] =>
  separators.flatMap((separator) =>
    cellsAsRead(line, separator)
      .filter(isRun)
      .map((cell) => `${separator} ${cell}`),
  );

it('the spreadsheet reader of these tests finds formulas in an unguarded file', () => {
  for (const [line, separator] of [
    ['r,=1+1', ','],
    ['r,"=1+1"', ','],
    ['r,;=1+1', ';'],
    ['r,"a;=1+1"', ';'],
    ['r,"a\n＝1+1"', ';'],
    ['r,\u200b@SUM(1)', ','],
  ] as const)
    expect(cellsAsRead(line, separator).some(isRun), line).toBe(true);
  expect(['+91 98765 43210', '-5', "'=1+1", 'a=1', '2026-03-01'].filter(isRun)).toEqual([]);
});

it('TRUST-S22 no cell starts a formula, not even after a separator, quote, line break or invisible character', () => {
  const begun = [
    '',
    ';',
    ',',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '"',
    "'",
    ' ',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\0',
    'a;',
    'a\n',
    'a; \u200b"',
    '|',
  ];
  for (const before of begun)
    for (const sign of '=+-@＝＋－＠﹦−') {
      const line = csvLine(['r', `${before}${sign}cmd|'/C calc'!A0`, 'end']);
      expect(runCells(line), JSON.stringify(before + sign)).toEqual([]);
      expect(guarded(`${before}${sign}A1`)).toContain("'");
    }
  // where the comma is the decimal sign, the next cell must not continue a first cell that begins with a sign
  expect(csvLine(['+919876543210', "5*cmd|'/C calc'!A0"])).toBe(`+919876543210,"5*cmd|'/C calc'!A0"\r\n`);
});

it('TRUST-S22 phones, numbers, dates and plain texts stay as they are', () => {
  const plain = [
    '+919876543210',
    '+91 98765 43210',
    '-5',
    '-5.25',
    '2026-03-01',
    'a-b',
    'Tuesday, - call',
    "O'Neil",
    'x=1',
    'a@b.example',
  ];
  for (const text of plain) expect(guarded(text)).toBe(text);
  expect(csvLine(['+91 98765 43210', -1e-7, 'Asha Rao', null, undefined, ''])).toBe('+91 98765 43210,-1e-7,Asha Rao,,,\r\n');
});

it('TRUST-S22 random tables run no formula in any spreadsheet, and our own reader reads them back unchanged', () => {
  const piece = fc.constantFrom(
    ...'=+-@＝＋－＠;,|\t\r\n"\' \u00a0\u200b\ufeff\0',
    '+919876543210',
    '-5',
    '1+1',
    "cmd|'/C calc'!A0",
    'Asha',
    'é',
    '😀',
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((one) => one.join('')),
    fc.string(),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (rows) => {
      const table = rows.map((row, at) => [`r${at}`, ...row]);
      const file = table.map(csvLine).join('');
      expect(runCells(file)).toEqual([]);
      const back = [...new CsvRecords(',').add(file, true)].map(({ cells }) => cells.map(unguarded));
      expect(back).toEqual(table);
    }),
    { numRuns: 3000 },
  );
});

it('TRUST-S35 a cell of 64 KB of separators is scanned once', () => {
  const text = `${';'.repeat(64 * 1024)}=1`;
  const out = guarded(text);
  expect(out.length).toBe(text.length * 2 - 1);
  expect(unguarded(out)).toBe(text);
});
