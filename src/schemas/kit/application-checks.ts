import { fieldKeywords } from './field';
import type { FieldError } from './problem';

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const rows = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

/** Pure rules of leaves, forms and scorecards; kit/checks holds them under their names. */
export const applicationChecks = {
  'half a day is one day': ({ half_day: half, from_date: from, to_date: to }: Row): FieldError[] =>
    (half === 'first' || half === 'second') && from !== to
      ? [{ path: 'half_day', message: 'Half a day begins and ends on the same day' }]
      : [],
  'criteria differ': ({ criteria }: Row): FieldError[] => {
    const names = rows(criteria).map((one) => String(one['name']).trim().toLowerCase());
    const row = names.findIndex((name, at) => names.indexOf(name) < at);
    return row < 0 ? [] : [{ path: `criteria.${row}.name`, message: `Criteria, row ${row + 1}: this name is there twice` }];
  },
  'weights sum to 100': ({ criteria }: Row): FieldError[] => {
    if (!Array.isArray(criteria) || !criteria.length) return [];
    const sum = rows(criteria).reduce((total, one) => total + (typeof one['weight'] === 'number' ? one['weight'] : 0), 0);
    if (Math.abs(sum - 100) < 0.001) return [];
    return [{ path: 'criteria', message: `The weights must sum to 100, now ${Math.round(sum * 100) / 100}` }];
  },
  'a schema of answers': ({ schema }: Row): FieldError[] => {
    if (schema === undefined || schema === null) return [];
    const wrong = isRow(schema) && schema['type'] === 'object' ? wrongIn(schema, '', 0) : 'must be an object schema';
    return wrong ? [{ path: 'schema', message: `Fields ${wrong}` }] : [];
  },
  'steps name fields': ({ schema, steps }: Row): FieldError[] => {
    const known = isRow(schema) && isRow(schema['properties']) ? schema['properties'] : {};
    return rows(steps).flatMap((step, row) =>
      (Array.isArray(step['fields']) ? step['fields'] : [])
        .filter((name) => typeof name !== 'string' || !Object.hasOwn(known, name))
        .slice(0, 1)
        .map((name) => ({ path: `steps.${row}.fields`, message: `Steps, row ${row + 1}: '${String(name)}' is not in Fields` })),
    );
  },
};

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
const numbers = ['minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf', 'minItems', 'maxItems'];
const formats = new Set(['email', 'uri', 'date', 'date-time']);

/** What is wrong in a schema written by an administrator, in words: it is compiled on the server, so it is a closed subset. */
function wrongIn(field: Row, at: string, depth: number): string | null {
  const here = at ? `'${at}'` : 'the schema';
  if (depth > 4) return `are nested too deep at ${here}`;
  const odd = Object.keys(field).find((name) => !(fieldKeywords as readonly string[]).includes(name));
  if (odd !== undefined) return `must not hold '${odd}' in ${here}`;
  if ([field['type'] ?? 'string'].flat().some((one) => !types.has(String(one)))) return `have an unknown type in ${here}`;
  const number = numbers.find((name) => field[name] !== undefined && !(typeof field[name] === 'number' && field[name] >= 0));
  if (number && !(typeof field[number] === 'number' && number.endsWith('imum'))) return `have a wrong ${number} in ${here}`;
  if (field['multipleOf'] === 0) return `have a wrong multipleOf in ${here}`;
  if (field['format'] !== undefined && !formats.has(String(field['format']))) return `have an unknown format in ${here}`;
  if (field['pattern'] !== undefined && !isPattern(field['pattern'])) return `have a wrong pattern in ${here}`;
  if (field['enum'] !== undefined && !(Array.isArray(field['enum']) && field['enum'].length && field['enum'].length <= 500))
    return `have no choices in ${here}`;
  const { properties = {}, required = [], items } = field;
  if (!isRow(properties) || Object.keys(properties).length > 200) return `have wrong properties in ${here}`;
  const named = Array.isArray(required) && required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  if (!named) return `must list each required name under properties in ${here}`;
  if (items !== undefined && !isRow(items)) return `have wrong items in ${here}`;
  const inner: [string, unknown][] = [
    ...Object.entries(properties),
    ...(isRow(items) ? [[`${at}[]`, items] as [string, unknown]] : []),
  ];
  for (const [name, one] of inner) {
    if (!isRow(one)) return `have no schema for '${name}'`;
    const wrong = wrongIn(one, name, depth + 1);
    if (wrong) return wrong;
  }
  return null;
}

/** Short and without nested repeats, so that no answer can make it run long. */
function isPattern(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 200 || /[+*}]\)?[+*{]/.test(value)) return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}
