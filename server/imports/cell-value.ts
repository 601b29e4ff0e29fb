import type { CellValue } from '../../src/kinds/kind';
import { plainNumber } from '../../src/kinds/plain-number';
import { counted } from '../../src/schemas/kit/counted';
import type { DateFormat } from '../../src/schemas/kit/lead-uploads';
import type { Field } from '../../src/schemas/kit/field';
import { momentOf } from '../domain/days';

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
export function cellValue(
  text: string,
  field: Field,
  labels: Readonly<Record<string, string>> = {},
  dates: DateFormat = 'day_first',
): CellValue {
  if (field.enum) return enumValue(text, field, labels);
  const type = Array.isArray(field.type) ? field.type[0] : field.type;
  if (type === 'integer' || type === 'number') return numberValue(text, field, type === 'integer');
  if (type === 'boolean') return booleanValue(text);
  if (type === 'array') return listValue(text, field);
  if (field.format === 'date') return dateValue(text, dates);
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
  const value = plainNumber(text.replace(/^₹\s*/, ''));
  if (value === undefined)
    return { wrong: /^[\d.,]*\d,\d+$/.test(text) ? 'is not a number such as 1,23,456.50' : 'is not a number' };
  if (whole && !Number.isInteger(value)) return { wrong: 'is not a whole number' };
  if (field.minimum !== undefined && value < field.minimum) return { wrong: `is less than ${field.minimum}` };
  if (field.maximum !== undefined && value > field.maximum) return { wrong: `is more than ${field.maximum}` };
  return { value };
}

/**
 * Day first, as India writes it, unless the file says otherwise: 31/12/2004, 31-12-04 is not guessed; 2004-12-31 and 31 Dec 2004 as
 * well. Returns ISO text.
 */
export function dateValue(text: string, format: DateFormat = 'day_first'): CellValue {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/., ]+(\d{4})(?: .*)?$/i.exec(text);
  const named = /^([a-z]{3,9}) (\d{1,2}),? (\d{4})$/i.exec(text);
  const [first, second] = format === 'month_first' && /^\d+$/.test(dayFirst?.[2] ?? '') ? [2, 1] : [1, 2];
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : dayFirst
      ? [dayFirst[3], dayFirst[second], dayFirst[first]]
      : format === 'month_first' && named
        ? [named[3], named[1], named[2]]
        : [];
  if (!year || !month || !day) return { wrong: `is not a date such as ${format === 'day_first' ? '31/12/2004' : '12/31/2004'}` };
  const number = /\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const date = new Date(Date.UTC(Number(year), number - 1, Number(day)));
  // A year before 100 is taken for one of the last century.
  const isReal = date.getUTCFullYear() === Number(year) && date.getUTCMonth() === number - 1 && date.getUTCDate() === Number(day);
  return isReal ? { value: date.toISOString().slice(0, 10) } : { wrong: 'is not a real date' };
}

const clock =
  /^([^:]{6,30}?)(?:(?:T|,? +)(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?: ?([ap])\.?m\.?)?(?: ?(Z|[+-]\d\d:?\d\d))?)?$/i;

/** A day as `dateValue` reads it and a time of the tenant's zone, unless the cell names its offset; without a time the day begins. */
export function dateTimeValue(text: string, format: DateFormat, zone: string): CellValue {
  const [, day = '', hours = '0', minutes = '00', seconds = '00', half, offset] = clock.exec(text) ?? [];
  // What `dateValue` passes over behind the day would be a time that this does not read.
  const date = day.replace(/\D/g, '').length > 8 ? { wrong: 'is not a date and time' } : dateValue(day, format);
  if ('wrong' in date) return day ? date : { wrong: 'is not a date and time' };
  const [given, isAfternoon] = [Number(hours), half?.toLowerCase() === 'p'];
  if (half ? given < 1 || given > 12 : given > 23) return { wrong: 'is not a date and time' };
  const hour = String(half ? (given % 12) + (isAfternoon ? 12 : 0) : given).padStart(2, '0');
  const at = offset
    ? Date.parse(`${String(date.value)}T${hour}:${minutes}:00${offset.toUpperCase().replace(/(\d\d):?(\d\d)$/, '$1:$2')}`)
    : momentOf(String(date.value), `${hour}:${minutes}`, zone).getTime();
  return Number.isNaN(at) ? { wrong: 'is not a date and time' } : { value: new Date(at + Number(seconds) * 1000).toISOString() };
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
