import { deflateRawSync } from 'node:zlib';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isZip, sheetToCsv } from '../../server/imports/xlsx/sheet-to-csv';
import { readFormat, readRows } from '../../server/imports/read-csv';

let dir: string;
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'xlsx-'))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A zip of these texts; `says` is what the directory claims of each. */
function zipOf(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(text.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    files.push(head, Buffer.from(name), packed);
    list.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, directory, end]);
}
const book = (
  sheet: string,
  more: Readonly<Record<string, string | Buffer>> = {},
): Readonly<Record<string, string | Buffer>> => ({
  'xl/workbook.xml': '<workbook><sheets><sheet name="Leads" sheetId="1" r:id="rId7"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId7" Type="x" Target="worksheets/leads.xml"/></Relationships>',
  'xl/sharedStrings.xml': '<sst><si><t>Name</t></si><si><r><t>Asha </t></r><r><t>&amp; Rao</t></r></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\-mmm\\-yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="22"/></cellXfs></styleSheet>',
  'xl/worksheets/leads.xml': `<x:worksheet><x:sheetData>${sheet}</x:sheetData></x:worksheet>`.replaceAll('x:', ''),
  ...more,
});
let files = 0;
async function rowsOf(bytes: Buffer): Promise<string[][]> {
  const path = join(dir, `book-${files++}`);
  writeFileSync(path, bytes);
  expect(await isZip(path)).toBe(true);
  const csv = await sheetToCsv(path);
  const format = await readFormat(csv);
  const rows: string[][] = [[...format.headers]];
  for await (const batch of readRows(csv, format, 100)) rows.push(...batch.map(({ cells }) => [...cells]));
  return rows;
}
const head =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Mobile</t></is></c><c r="C1" t="str"><v>Born</v></c></row>';

describe('SCREENS-2.5 an XLSX workbook', () => {
  it('is read as a person sees it: shared texts, phones that are numbers, dates, gaps and empty rows', async () => {
    const rows =
      '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>9.876543210E9</v></c><c r="C2" s="1"><v>38352</v></c></row>' +
      '<row r="3"><c r="A3"/><c r="C3" s="1"/></row><row r="4"><c r="B4" t="b"><v>1</v></c><c r="C4" t="e"><v>#N/A</v></c></row>';
    expect(await rowsOf(zipOf(book(head + rows)))).toEqual([
      ['Name', 'Mobile', 'Born'],
      ['Asha & Rao', '9876543210', '2004-12-31'],
      ['', 'Yes', ''],
    ]);
  });

  it('keeps the time of a cell that shows one', async () => {
    const born = (row: number, style: number, value: string): string =>
      `<row r="${row}"><c r="A${row}" t="s"><v>1</v></c><c r="C${row}" s="${style}"><v>${value}</v></c></row>`;
    const rows = await rowsOf(zipOf(book(head + born(2, 1, '38352.4375') + born(3, 2, '38352.4375') + born(4, 2, '38352'))));
    expect(rows.slice(1).map((row) => row[2])).toEqual(['2004-12-31', '2004-12-31 10:30:00', '2004-12-31 00:00:00']);
  });

  it('keeps the numbers of its rows, so that an error names the row that the person sees', async () => {
    const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows =
      `<row r="5">${cell('A5', 'Asha')}${cell('B5', 'Flat 2&#10;MG Road')}</row>` +
      `<row r="6">${cell('A6', 'Bina')}</row><row r="9">${cell('A9', 'Chitra')}</row>`;
    const path = join(dir, 'gaps.xlsx');
    writeFileSync(path, zipOf(book(`<row r="3">${cell('A3', 'Name')}${cell('B3', 'Address')}</row>${rows}`)));
    const csv = await sheetToCsv(path);
    const read: [number, string[]][] = [];
    for await (const batch of readRows(csv, await readFormat(csv), 100))
      for (const { line, cells } of batch) read.push([line, [...cells]]);
    expect(read).toEqual([
      [5, ['Asha', 'Flat 2 MG Road']],
      [6, ['Bina', '']],
      [9, ['Chitra', '']],
    ]);
  });

  it('that unpacks to too much, is damaged or is no workbook is refused in a sentence', async () => {
    const bomb = zipOf(book(head, { 'xl/sharedStrings.xml': Buffer.alloc(80 * 1024 * 1024, '<si><t>bomb</t></si>') }));
    expect(bomb.length).toBeLessThan(400 * 1024);
    await expect(rowsOf(bomb)).rejects.toThrow('unpacks to too much data');
    await expect(rowsOf(zipOf({ 'readme.txt': 'no' }))).rejects.toThrow('not an XLSX workbook');
    const whole = zipOf(book(head));
    await expect(rowsOf(whole.subarray(0, whole.length - 30))).rejects.toThrow('damaged');
    const torn = Buffer.from(whole);
    torn.fill(0xff, 60, 120);
    await expect(rowsOf(torn)).rejects.toThrow('damaged');
    await expect(rowsOf(zipOf(book(head + '<row><c r="ZZZ2"><v>1</v></c></row>')))).rejects.toThrow('more than 200 columns');
  });

  it('is not what a CSV file is taken for', async () => {
    const path = join(dir, 'plain.csv');
    writeFileSync(path, 'PK,Name\n1,Asha');
    expect(await isZip(path)).toBe(false);
    expect(readFileSync(path, 'utf8')).toContain('Asha');
  });
});
