import type { Field, Fields } from '../../src/schemas/kit/field';
import { invalid } from '../../src/schemas/kit/problem';
import type { AnyRow } from '../../src/schemas/kit/resource';
import type { Wire } from '../../src/schemas/kit/wire';

type Values = Readonly<AnyRow>;

/**
 * Texts of a query or a multipart form as the fields' types say (never by guessing): numbers, true/false and 1/0, lists,
 * JSON of objects. A text that does not fit stays a text, and validation says so.
 */
export function convertTexts(values: Values, fields: Fields, emptyIsNull = false): AnyRow {
  const result: AnyRow = Object.create(null); // '__proto__' is a name like any other
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    const type = typesOf(field)[0];
    if (value === '' && type !== 'string') {
      if (emptyIsNull) result[name] = null;
      continue;
    }
    result[name] = field ? convert(value, field) : value;
  }
  return result;
}

/** `name[]` of the wire becomes `name`; the same key twice is a list where the wire says so, and in filters (`anyOf`). */
export function namesOfQuery(raw: Values, wire: Wire, anyOf = false): AnyRow {
  const result: AnyRow = Object.create(null);
  for (const [key, value] of Object.entries(raw)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    const list = wire.query.some((item) => item.name === name && item.list);
    if (list || (anyOf && Array.isArray(value))) result[name] = [result[name] ?? [], value].flat();
    else if (Array.isArray(value)) throw invalid(key, `${key} was sent more than once`);
    else result[key] = value;
  }
  return result;
}

function convert(value: unknown, field: Field): unknown {
  const types = typesOf(field);
  if (types.includes('array')) {
    const list = typeof value === 'string' && value.startsWith('[') ? parsed(value) : [value].flat();
    return Array.isArray(list) ? list.map((one) => convert(one, field.items ?? {})) : list;
  }
  if (typeof value !== 'string') return value;
  if (types.includes('integer') || types.includes('number'))
    return /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
  if (types.includes('boolean'))
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
  return types.includes('object') ? parsed(value) : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
function typesOf(field: Field | undefined): readonly string[] {
  return [field?.type ?? 'string'].flat();
}
