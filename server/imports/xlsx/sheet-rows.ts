import { invalid } from '../../../src/schemas/kit/problem';
import { csvLimits } from '../read-csv';
import { attribute, plainText, xmlTags } from './xml-tags';
import type { Zip } from './zip-entries';

/** Characters of all texts that cells share. */
const mostShared = 64 * 1024 * 1024;

/** Rows that a sheet may have. */
const lastRow = 1_048_576;
export interface SheetRow {
  /** As the sheet counts them. */
  readonly number: number;
  readonly cells: string[];
}

/** The texts of the first sheet's rows that are not empty, as a person sees them: dates as 2026-01-31, numbers without grouping. */
export async function* sheetRows(zip: Zip): AsyncGenerator<SheetRow> {
  const { path, isFrom1904 } = await firstSheet(zip);
  const shared = await sharedTexts(zip);
  const dates = await dateStyles(zip);
  const sheet = zip.text(path);
  if (!sheet) throw notASheet();
  let cells: string[] = [];
  let column = 0;
  let cell = { type: '', style: 0, value: '' };
  let seen = 0;
  let number = 0;
  const put = (): void => {
    if (column >= csvLimits.columns)
      throw invalid('file', `The sheet has more than ${csvLimits.columns} columns. Remove the others.`);
    while (cells.length < column) cells.push('');
    cells.push(textOf(cell, shared, dates, isFrom1904));
    column++;
  };
  for await (const parts of xmlTags(sheet))
    for (const part of parts) {
      if (part.tag === 'row') {
        cells = [];
        column = 0;
        const said = Number(attribute(part, 'r'));
        number = said > number && said <= lastRow ? said : number + 1;
      } else if (part.tag === 'c') {
        column = columnOf(attribute(part, 'r')) ?? column;
        cell = { type: attribute(part, 't') ?? 'n', style: Number(attribute(part, 's') ?? 0), value: '' };
        if (part.isEmpty) column++;
      } else if (part.tag === '/v' || part.tag === '/t') cell.value += plainText(part.text);
      else if (part.tag === '/c') put();
      else if (part.tag === '/row' && cells.some((text) => text !== '')) {
        if (++seen > csvLimits.rows + 1)
          throw invalid('file', 'The file has more than 100,000 rows. Split it and upload the parts.');
        yield { number, cells };
      } else if (part.tag === '/sheetData') return;
    }
}

const notASheet = () => invalid('file', 'The file is not an XLSX workbook. Save it as XLSX or CSV.');

async function firstSheet(zip: Zip): Promise<{ path: string; isFrom1904: boolean }> {
  const workbook = zip.text('xl/workbook.xml');
  if (!workbook) throw notASheet();
  let relation: string | undefined;
  let isFrom1904 = false;
  for await (const parts of xmlTags(workbook))
    for (const part of parts) {
      if (part.tag === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attribute(part, 'date1904') ?? '');
      if (part.tag === 'sheet' && attribute(part, 'state') !== 'hidden') relation ??= attribute(part, 'id');
    }
  for await (const parts of xmlTags(zip.text('xl/_rels/workbook.xml.rels') ?? none()))
    for (const part of parts) {
      const target = attribute(part, 'Target');
      if (part.tag !== 'Relationship' || attribute(part, 'Id') !== relation || !target) continue;
      return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, isFrom1904 };
    }
  return { path: 'xl/worksheets/sheet1.xml', isFrom1904 };
}
async function* none(): AsyncGenerator<string> {}

async function sharedTexts(zip: Zip): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = '';
  let length = 0;
  let isSpoken = false; // how a Japanese word is read aloud is not part of it
  for await (const parts of xmlTags(zip.text('xl/sharedStrings.xml') ?? none()))
    for (const part of parts) {
      if (part.tag === 'rPh') isSpoken = true;
      else if (part.tag === '/rPh') isSpoken = false;
      else if (part.tag === '/t' && !isSpoken) text += plainText(part.text);
      else if (part.tag === '/si' || (part.tag === 'si' && part.isEmpty)) {
        length += text.length;
        if (length > mostShared) throw invalid('file', 'The XLSX file unpacks to too much data. Save the sheet as CSV.');
        texts.push(text);
        text = '';
      }
    }
  return texts;
}

/** Which styles show a number as a date, and which of them with its time. */
async function dateStyles(zip: Zip): Promise<readonly DateStyle[]> {
  const own = new Map<number, string>();
  const styles: DateStyle[] = [];
  let isInCells = false;
  for await (const parts of xmlTags(zip.text('xl/styles.xml') ?? none()))
    for (const part of parts) {
      if (part.tag === 'numFmt') own.set(Number(attribute(part, 'numFmtId')), attribute(part, 'formatCode') ?? '');
      else if (part.tag === 'cellXfs') isInCells = true;
      else if (part.tag === '/cellXfs') isInCells = false;
      else if (part.tag === 'xf' && isInCells) styles.push(dateStyleOf(Number(attribute(part, 'numFmtId') ?? 0), own));
    }
  return styles;
}
type DateStyle = 'date' | 'moment' | undefined;
function dateStyleOf(id: number, own: ReadonlyMap<number, string>): DateStyle {
  const code = (own.get(id) ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  if (id === 22 || (/d/i.test(code) && /h/i.test(code))) return 'moment';
  return (id >= 14 && id < 22) || (id >= 45 && id <= 47) || /[dmy]/i.test(code) ? 'date' : undefined;
}

function textOf(
  { type, style, value }: { type: string; style: number; value: string },
  shared: readonly string[],
  dates: readonly DateStyle[],
  isFrom1904: boolean,
): string {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'Yes' : 'No';
  if (type === 'e') return '';
  if (type !== 'n' || value === '') return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (dates[style] && number > 0 && number < 3_000_000) {
    const days = dates[style] === 'date' ? Math.floor(number) : number;
    const seconds = Math.round((days + (isFrom1904 ? 1462 : 0)) * 86_400);
    const text = new Date(Date.UTC(1899, 11, 30) + seconds * 1000).toISOString();
    return dates[style] === 'date' ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  return number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 });
}

/** 'AB12' is the column 27. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
