// A value that a field takes, for the tests that send one record of every catalogue.

const guesses = (
  'a|abc|abc-def|A|Abc|1|12|1.0|1.0.0|01|2026|#1a2b3c|a.b|com.example.app|a@b.example|https://example.com|a/b|/a|./a|x:y|' +
  '0x00|en|en-IN|^1.0.0|a1|A1B2C3|00000000-0000-4000-8000-000000000000|sha256:0'
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
    case 'array': {
      const entry = exampleOf(field.items);
      if (entry === undefined) return undefined;
      const count = field.minItems ?? 1;
      return count > 1 && (field.uniqueItems || typeof entry !== 'object')
        ? several(field, entry, count)
        : Array.from({ length: count }, () => entry);
    }
    case 'object':
      return objectExample(field);
    case 'string':
      return textExample(field);
    default:
      return { any: 'value' };
  }
}

function several(field, entry, count) {
  if (field.items.enum) return field.items.enum.length >= count ? field.items.enum.slice(0, count) : undefined;
  const all = Array.from({ length: count }, (_, at) => (typeof entry === 'number' ? entry + at : `${entry}${at || ''}`));
  return all.every((one) => fits(field.items, one)) ? all : undefined;
}

function objectExample({ properties, required = [] }) {
  const names = required.length ? required : Object.keys(properties).slice(0, 1);
  const all = Object.fromEntries(names.map((name) => [name, exampleOf(properties[name])]));
  return Object.values(all).includes(undefined) ? undefined : all;
}

function numberIn({ type, minimum, maximum, multipleOf }) {
  const step = multipleOf ?? 1;
  const least = Math.ceil((minimum ?? Math.min(maximum ?? step, step)) / step) * step;
  if (maximum !== undefined && least > maximum) return type === 'number' ? minimum : undefined;
  return least;
}

function textExample(field) {
  if (field.format === 'email') return 'asha@example.com';
  if (field.format === 'date') return '2026-12-01';
  if (field.format === 'date-time') return '2026-12-01T09:00:00Z';
  const all = field.format === 'uri' ? ['https://example.com/a'] : field.format === 'uri-reference' ? ['/a'] : guesses;
  return [...all, ...all.map((one) => one.repeat(Math.ceil((field.minLength ?? 1) / one.length)))].find((one) =>
    fits(field, one),
  );
}

function fits(field, value) {
  if (field.enum) return field.enum.includes(value);
  if (field.type === 'integer')
    return Number.isInteger(value) && value >= (field.minimum ?? value) && value <= (field.maximum ?? value);
  if (field.type !== 'string' || typeof value !== 'string') return false;
  const length = [...value].length;
  if (length < (field.minLength ?? 0) || length > (field.maxLength ?? length) || value.trim() === '') return false;
  if (field.format && field.format !== 'uri-reference' && !/^https:\/\/[a-z.]+\/\S*$/.test(value)) return false;
  return field.pattern === undefined || new RegExp(field.pattern, 'u').test(value);
}
