// The columns of a CSV file as a JSON Schema; kinds are guessed from the values.
import { parse } from 'csv-parse/sync';
import { CannotConvert } from './notes.mjs';

const mostRows = 5000;

export function schemaOfCsv(text, notes) {
  const [header = [], ...rows] = recordsOf(text);
  if (!header.some((one) => one.trim())) throw new CannotConvert('The first line must name the columns.');
  const read = rows.slice(0, mostRows);
  const names = [];
  for (const [at, one] of header.entries()) names.push(distinct(one.trim() || `Column ${at + 1}`, names));
  const required = [];
  const properties = names.map((name, at) => {
    const values = read.map((row) => (row[at] ?? '').trim());
    const filled = values.filter(Boolean);
    if (filled.length && filled.length === read.length) required.push(name);
    return [name, columnOf(name, filled)];
  });
  notes.say(
    '',
    `The kinds are guessed from ${read.length} ${read.length === 1 ? 'row' : 'rows'}${rows.length > read.length ? ` of ${rows.length}` : ''}; required is what every row has. Check both.`,
  );
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties), required };
}

function recordsOf(text) {
  const plain = text.replace(/^\uFEFF?(sep=.\r?\n)?/i, '');
  // quotes may hold separators and line ends
  const line = plain
    .slice(0, 100_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r?\n/)[0];
  const delimiter = [',', ';', '\t', '|']
    .map((one) => ({ one, count: line.split(one).length }))
    .sort((a, b) => b.count - a.count)[0].one;
  try {
    return parse(plain, { bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  } catch (wrong) {
    throw new CannotConvert(`The file cannot be read as CSV: ${wrong.message}`);
  }
}

function distinct(name, names) {
  for (let n = 2, free = name; ; free = `${name} ${n++}`) if (!names.includes(free)) return free;
}

const yesNo = [
  ['yes', 'no'],
  ['true', 'false'],
  ['y', 'n'],
];
const day = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** '1,00,000' and '1,250.50', next to plain numbers; the last group has three digits, so '12,50' is none. */
const grouped = /^-?(\d{1,3}(,\d{2,3})*,\d{3}|\d{1,12})(\.\d+)?$/;
/** An Indian mobile number, with or without the country's code. */
const mobile = /^(\+?91[ -]?|0)?[6-9]\d{4}[ -]?\d{5}$/;
const clock = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

function columnOf(name, filled) {
  const all = (test) => filled.length > 0 && filled.every(test);
  const distinctValues = new Set(filled);
  const lower = new Set([...distinctValues].map((one) => one.toLowerCase()));
  if (filled.length && yesNo.some((pair) => [...lower].every((one) => pair.includes(one)))) return { type: 'boolean' };
  if (all((one) => mobile.test(one))) return { type: 'string', maxLength: 30, 'x-prospectus-widget': 'phone' };
  if (all((one) => /^-?(0|[1-9]\d{0,14})$/.test(one)) && !looksLikeCode(name)) return { type: 'integer' };
  if (all((one) => /^-?\d{1,12}(\.\d+)?$/.test(one) && !/^-?0\d/.test(one)) && !looksLikeCode(name)) return { type: 'number' };
  if (all((one) => grouped.test(one) && !/^-?0\d/.test(one)) && filled.some((one) => one.includes(',')) && !looksLikeCode(name))
    return {
      type: filled.some((one) => one.includes('.')) ? 'number' : 'integer',
      'x-prospectus-notes': ['has commas between the thousands: taken as a number, as the import reads it'],
    };
  if (all((one) => day.test(one))) return { type: 'string', format: 'date' };
  if (all((one) => clock.test(one))) return { type: 'string', format: 'time', maxLength: 8 };
  if (all((one) => moment.test(one))) return { type: 'string', format: 'date-time' };
  if (all((one) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(one))) return { type: 'string', format: 'email', maxLength: 254 };
  if (all((one) => /^https?:\/\/\S+$/.test(one))) return { type: 'string', format: 'uri' };
  const few = distinctValues.size <= 12 && filled.length >= 20 && distinctValues.size * 4 <= filled.length;
  if (few && all((one) => one.length <= 60)) return { type: 'string', enum: [...distinctValues].sort() };
  return textOf(filled);
}
/** Digits of a phone number or a postal code are no number. */
const looksLikeCode = (name) => /phone|mobile|whatsapp|zip|pin|postal|code|account|aadhaar/i.test(name);

/** 31/12/2026, 31-Dec-26, also among dates that begin with the year. */
const someDay = /^(\d{1,2}[/.-](\d{1,2}|[a-z]{3,9})[/.-]\d{2,4}|\d{4}-\d\d-\d\d)$/i;

function textOf(filled) {
  const longest = Math.max(0, ...filled.map((one) => [...one].length));
  const notes =
    filled.length && filled.every((one) => someDay.test(one))
      ? ['looks like a date, with day or month first: kept as text; write dates as 2026-12-31']
      : filled.length
        ? []
        : ['is empty in every row: taken as text'];
  return {
    type: 'string',
    maxLength: [60, 120, 300, 2000, 20_000].find((one) => one >= longest * 2) ?? longest * 2,
    'x-prospectus-notes': notes,
  };
}
