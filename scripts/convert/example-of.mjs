// A value that a field takes, for the tests that send one record of every catalogue.
import fc from 'fast-check';

const guesses = (
  'a|abc|abc-def|A|Abc|1|12|1.0|1.0.0|01|2026|#1a2b3c|a.b|com.example.app|a@b.example|https://example.com|a/b|/a|./a|x:y|' +
  '0x00|en|en-IN|^1.0.0|a1|A1B2C3|00000000-0000-4000-8000-000000000000|sha256:0|09:30|127.0.0.1'
).split('|');

/** The value; undefined where none was found (a pattern that no guess meets). */
export function exampleOf(field, given) {
  if (given !== undefined && fits(field, given)) return given;
  if (field.default !== undefined) return field.default;
  if (field.enum) return field.enum[0];
  switch (field.type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return numberIn(field);
    case 'array':
      return listExample(field);
    case 'object':
      return objectExample(field);
    case 'string':
      return textExample(field);
    default:
      return { any: 'value' };
  }
}

function listExample(field) {
  const entry = exampleOf(field.items);
  const count = field.minItems ?? 1;
  if (entry === undefined || count > 50) return undefined;
  return count > 1 && (field.uniqueItems || typeof entry !== 'object')
    ? several(field, entry, count)
    : Array.from({ length: count }, () => entry);
}

function several(field, entry, count) {
  if (field.items.enum) return field.items.enum.length >= count ? field.items.enum.slice(0, count) : undefined;
  if (typeof entry === 'object') return undefined;
  const all = Array.from({ length: count }, (_, at) => (typeof entry === 'number' ? entry + at : `${entry}${at || ''}`));
  return all.every((one) => fits(field.items, one)) ? all : undefined;
}

function objectExample({ properties, required = [] }) {
  const names = required.length ? required : Object.keys(properties).slice(0, 1);
  const all = Object.fromEntries(names.map((name) => [name, exampleOf(properties[name])]));
  return Object.values(all).includes(undefined) ? undefined : all;
}

function numberIn({ minimum, maximum, multipleOf, type }) {
  const step = multipleOf ?? 1;
  const least = Number((Math.ceil((minimum ?? Math.min(maximum ?? step, step)) / step) * step).toPrecision(12));
  const one = maximum !== undefined && least > maximum ? minimum : least;
  return fits({ minimum, maximum, multipleOf, type }, one) ? one : undefined;
}

function textExample(field) {
  if (field.format === 'email') return fitting(field, ['asha@example.com']);
  if (field.format === 'date') return '2026-12-01';
  if (field.format === 'date-time') return '2026-12-01T09:00:00.000Z';
  if (field.format === 'uri')
    return fitting(field, ['https://example.com/a', `https://example.com/${'a'.repeat(field.minLength ?? 0)}`]);
  if (field.format === 'uri-reference') return fitting(field, ['/a', `/${'a'.repeat(field.minLength ?? 0)}`]);
  const repeated = guesses.map((one) => one.repeat(Math.ceil((field.minLength ?? 1) / one.length)));
  return fitting(field, [...guesses, ...repeated]) ?? fitting(field, drawn(field));
}
const fitting = (field, all) => all.find((one) => fits(field, one));

/** Texts of the pattern; none where it cannot be drawn from (lookaround). */
function drawn({ pattern }) {
  if (pattern === undefined || pattern.length > 500) return [];
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' }), { seed: 1, numRuns: 50 });
  } catch {
    return [];
  }
}

export function fits(field, value) {
  if (field.enum) return field.enum.includes(value);
  if (field.type === 'boolean') return typeof value === 'boolean';
  if (field.type === 'integer' || field.type === 'number') {
    if (typeof value !== 'number' || (field.type === 'integer' && !Number.isInteger(value)) || Math.abs(value) > 1e15)
      return false;
    const steps = value / (field.multipleOf ?? 1);
    // 19.99 is 1998.9999999999998 hundredths
    if (field.multipleOf !== undefined && Math.abs(Math.round(steps) - steps) > 1e-9) return false;
    return value >= (field.minimum ?? value) && value <= (field.maximum ?? value);
  }
  if (field.type !== 'string' || typeof value !== 'string') return false;
  return isText(field, value);
}

function isText(field, value) {
  const length = [...value].length;
  if (length < (field.minLength ?? 0) || length > (field.maxLength ?? length) || value.trim() === '') return false;
  if (/[\0\p{Surrogate}]/u.test(value)) return false;
  const { format } = field;
  if (format === 'uri' && !/^https:\/\/[a-z.]+\/\S*$/.test(value)) return false;
  if (format === 'email' && !/^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value)) return false;
  if (format === 'date' && !/^[1-9]\d{3}-(0\d|1[0-2])-([01]\d|2[0-8])$/.test(value)) return false;
  if (format === 'date-time' && !/^[1-9]\d{3}-(0\d|1[0-2])-([01]\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/.test(value))
    return false;
  return field.pattern === undefined || new RegExp(field.pattern, 'u').test(value);
}
