import type { CellValue } from '../../src/kinds/kind';
import { counted } from '../../src/schemas/kit/counted';
import type { Field } from '../../src/schemas/kit/field';

const placeholders = new Set([
  'select',
  'select one',
  'please select',
  'choose',
  'choose one',
  'n/a',
  '#n/a',
  'null',
  'undefined',
  'nil',
]);

/** Empty, or what web forms and spreadsheets write for empty: 'Select', '-- Select --', 'N/A', '-'. */
export function isBlank(text: string): boolean {
  const bare = text.replace(/^[\s\-–—.*]+|[\s\-–—.*]+$/g, '').toLowerCase();
  return bare === '' || placeholders.has(bare);
}

/** A cell's text as the field's type wants it; `labels` are the words the form shows for enum values. */
export function cellValue(text: string, field: Field, labels: Readonly<Record<string, string>> = {}): CellValue {
  if (field.enum) return enumValue(text, field, labels);
  const type = Array.isArray(field.type) ? field.type[0] : field.type;
  if (type === 'integer' || type === 'number') return numberValue(text, field, type === 'integer');
  if (type === 'boolean') return booleanValue(text);
  if (type === 'array') return listValue(text, field);
  if (field.format === 'date') return dateValue(text);
  if (field.maxLength !== undefined && text.length > field.maxLength)
    return { wrong: `is longer than ${counted(field.maxLength, 'character')}` };
  return { value: text };
}

export function booleanValue(text: string): CellValue {
  if (/^(yes|y|true|1|on)$/i.test(text)) return { value: true };
  if (/^(no|n|false|0|off)$/i.test(text)) return { value: false };
  return { wrong: 'is neither Yes nor No' };
}

export function numberValue(text: string, field: Field, whole: boolean): CellValue {
  const value = Number(text.replace(/(?<=\d),(?=\d{2,3}(\D|$))/g, ''));
  if (text === '' || !Number.isFinite(value) || (whole && !Number.isInteger(value))) return { wrong: 'is not a number' };
  if (field.minimum !== undefined && value < field.minimum) return { wrong: `is less than ${field.minimum}` };
  if (field.maximum !== undefined && value > field.maximum) return { wrong: `is more than ${field.maximum}` };
  return { value };
}

/** Day first, as India writes it: 31/12/2004, 31-12-04 is not guessed; 2004-12-31 and 31 Dec 2004 as well. Returns ISO text. */
export function dateValue(text: string): CellValue {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/., ]+(\d{4})(?: .*)?$/i.exec(text);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : dayFirst ? [dayFirst[3], dayFirst[2], dayFirst[1]] : [];
  if (!year || !month || !day) return { wrong: 'is not a date such as 31/12/2004' };
  const number = /\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const date = new Date(Date.UTC(Number(year), number - 1, Number(day)));
  if (date.getUTCMonth() !== number - 1 || date.getUTCDate() !== Number(day)) return { wrong: 'is not a real date' };
  return { value: date.toISOString().slice(0, 10) };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function enumValue(text: string, field: Field, labels: Readonly<Record<string, string>>): CellValue {
  const wanted = text.toLowerCase();
  const found = field.enum!.find(
    (one) => one !== null && [String(one), labels[String(one)]].some((name) => name?.toLowerCase() === wanted),
  );
  if (found !== undefined) return { value: found };
  const initial = field.enum!.filter((one) => typeof one === 'string' && wanted.length === 1 && one.startsWith(wanted));
  if (initial.length === 1) return { value: initial[0] };
  return { wrong: `is not one of ${field.enum!.map((one) => labels[String(one)] ?? String(one)).join(', ')}` };
}

function listValue(text: string, field: Field): CellValue {
  const items = [
    ...new Set(
      text
        .split(/[,;|]/)
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ];
  const most = field.items?.maxLength;
  const long = most === undefined ? undefined : items.find((one) => one.length > most);
  return long === undefined
    ? { value: items }
    : { wrong: `contains '${long.slice(0, 60)}', which is longer than ${counted(most!, 'character')}` };
}
