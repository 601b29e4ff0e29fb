import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Cell } from './export-columns';

/** One row of a sheet as its XML says it. A text stays a text, whatever it begins with; times get the format that shows them. */
export function sheetRow(cells: readonly Cell[], of: 'head' | 'row' | 'about' = 'row'): string {
  const texts = { head: () => bold, row: () => 0, about: (at: number) => (at ? wrapped : bold) };
  return `<row>${cells.map((cell, at) => cellText(cell, texts[of](at))).join('')}</row>`;
}

export interface SheetLook {
  readonly titles: readonly string[];
  /** In digits; as wide as the titles unless it says. */
  readonly widths?: readonly number[];
  /** The rows of a second sheet. */
  readonly about?: readonly (readonly Cell[])[];
}
/**
 * Packs the rows of a draft into a spreadsheet, its first row bold, in sight and on every printed page. Bytes pass through in pieces
 * and are pressed outside the event loop, however many rows there are.
 */
export async function writeSheet(
  rows: string,
  target: string,
  name: string,
  { titles, widths, about }: SheetLook,
): Promise<void> {
  const file = await open(target, 'w');
  try {
    const zip: Zip = { file, at: 0, entries: [] };
    for (const [path, text] of parts([name, ...(about ? ['Filters'] : [])]))
      await addEntry(zip, path, [Buffer.from(`${declaration}${text}`)]);
    await addEntry(
      zip,
      'xl/worksheets/sheet1.xml',
      sheet(rows, widths ?? titles.map((title) => Math.min(40, Math.max(narrowest, title.length + 2)))),
    );
    if (about) await addEntry(zip, 'xl/worksheets/sheet2.xml', [Buffer.from(aboutSheet(about))]);
    await addDirectory(zip);
  } finally {
    await file.close();
  }
}

async function* sheet(rows: string, widths: readonly number[]): AsyncIterable<Buffer> {
  const pages = Math.ceil(widths.reduce((sum, width) => sum + width, 0) / widestPage);
  const cols = widths.map((width, at) => {
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  yield Buffer.from(
    `${declaration}<worksheet xmlns="${main}">${fitsPages}<sheetViews><sheetView workbookViewId="0" tabSelected="1"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`,
  );
  const drafted: AsyncIterable<Buffer> = createReadStream(rows);
  yield* drafted;
  yield Buffer.from(`</sheetData>${landscape(pages)}</worksheet>`);
}

/** A date and time still fits. */
const narrowest = 18;
/** What a printed page takes, in the width of digits, before it becomes too small to read. */
const widestPage = 260;
const fitsPages = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
const landscape = (pages: number): string =>
  `<pageSetup paperSize="9" orientation="landscape" fitToWidth="${Math.max(1, pages)}" fitToHeight="0"/>`;

const aboutSheet = (rows: readonly (readonly Cell[])[]): string =>
  `${declaration}<worksheet xmlns="${main}">${fitsPages}<cols><col min="1" max="1" width="28" customWidth="1"/><col min="2" max="2" width="80" customWidth="1"/></cols><sheetData>${rows.map((row) => sheetRow(row, 'about')).join('')}</sheetData>${landscape(1)}</worksheet>`;

const day = 86_400_000;
/** Days from the spreadsheet's first one to 1970. */
const epoch = 25_569;
const longestText = 32_767;

/** Styles of texts, by their place in the list of styles. */
const [bold, wrapped] = [1, 4];
function cellText(cell: Cell, style: number): string {
  if (cell === null) return '<c/>';
  if (cell instanceof Date) return `<c s="${cell.getTime() % day === 0 ? 2 : 3}"><v>${cell.getTime() / day + epoch}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(String(cell).slice(0, longestText))}</t></is></c>`;
}

/** XML has no place for most control characters and for halves of a pair. */
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu;
const escaped = (text: string): string =>
  text.replaceAll(unfit, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relations = (...all: readonly string[]): string =>
  `<Relationships xmlns="${packaged}/relationships">${all
    .map((one, at) => {
      const [type, to] = one.split(' ');
      return `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${to}"/>`;
    })
    .join('')}</Relationships>`;

const nameOf = (sheet: string): string => sheet.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31);
const parts = (sheets: readonly string[]): readonly (readonly [path: string, text: string])[] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
  ],
  ['_rels/.rels', relations('officeDocument xl/workbook.xml')],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map((name, at) => `<sheet name="${escaped(nameOf(name))}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${escaped(nameOf(sheets[0] ?? '').replaceAll("'", "''"))}'!$1:$1</definedName></definedNames></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relations(...sheets.map((_, at) => `worksheet worksheets/sheet${at + 1}.xml`), 'styles styles.xml'),
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd mmm yyyy"/><numFmt numFmtId="165" formatCode="dd mmm yyyy hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`,
  ],
];

interface Zip {
  readonly file: FileHandle;
  at: number;
  readonly entries: { path: string; crc: number; pressed: number; size: number; at: number }[];
}

/** Sizes follow the bytes (bit 3), since nobody knows them before. */
async function addEntry(zip: Zip, path: string, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  const entry = { path, crc: 0, pressed: 0, size: 0, at: zip.at };
  await write(zip, header(0x04034b50, [20, 8, 8, 0, 0x21], [0, 0, 0], [Buffer.byteLength(path), 0]), Buffer.from(path));
  const deflate = createDeflateRaw();
  const fed = (async () => {
    for await (const bytes of content) {
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  })().catch((error: Error) => deflate.destroy(error));
  const pressed: AsyncIterable<Buffer> = deflate;
  for await (const bytes of pressed) {
    entry.pressed += bytes.length;
    await write(zip, bytes);
  }
  await fed;
  await write(zip, header(0x08074b50, [], [entry.crc, entry.pressed, entry.size], []));
  zip.entries.push(entry);
}

async function addDirectory(zip: Zip): Promise<void> {
  const start = zip.at;
  for (const { path, crc, pressed, size, at } of zip.entries) {
    const name = Buffer.from(path);
    const place = Buffer.alloc(10); // two kinds of attributes, then where the entry begins
    place.writeUInt32LE(at, 6);
    const head = header(0x02014b50, [20, 20, 8, 8, 0, 0x21], [crc, pressed, size], [name.length, 0, 0, 0]);
    await write(zip, head, place, name);
  }
  const count = zip.entries.length;
  const end = header(0x06054b50, [0, 0, count, count], [zip.at - start, start], [0]);
  await write(zip, end);
}

/** The signature, then numbers of two, four and two bytes. */
function header(signature: number, before: readonly number[], middle: readonly number[], after: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 2 * before.length + 4 * middle.length + 2 * after.length);
  let at = bytes.writeUInt32LE(signature);
  for (const number of before) at = bytes.writeUInt16LE(number, at);
  for (const number of middle) at = bytes.writeUInt32LE(number, at);
  for (const number of after) at = bytes.writeUInt16LE(number, at);
  return bytes;
}

async function write(zip: Zip, ...all: readonly Buffer[]): Promise<void> {
  for (const bytes of all) {
    await zip.file.write(bytes);
    zip.at += bytes.length;
  }
}
