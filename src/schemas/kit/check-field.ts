import { fieldKeywords, type Field, type JsonTypeName } from './field';
import { instead, type Fail } from './schema-fault';
import { isOneOf } from './is-one-of';

const types: readonly JsonTypeName[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
const formats = ['email', 'uri', 'uri-reference', 'date', 'date-time'];
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const;
const numbers = [...counts, 'minimum', 'maximum', 'multipleOf'] as const;
const ranges = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
] as const;

/** Checks a field as JSON Schema: its keywords, their values, and that some value can satisfy them. */
export function checkField(at: string, field: Field, fail: Fail): void {
  if (typeof field !== 'object' || field === null || Array.isArray(field))
    fail(at, "must be an object; write { type: 'string' } for a text");
  for (const keyword of Object.keys(field))
    if (!isOneOf(fieldKeywords, keyword)) fail(`${at}.${keyword}`, `is not a keyword here; ${instead(keyword, fieldKeywords)}`);
  for (const type of [field.type ?? []].flat())
    if (!types.includes(type)) fail(`${at}.type`, `'${String(type)}' is not a type; ${instead(type, types)}`);
  if (field.format !== undefined && !formats.includes(field.format))
    fail(`${at}.format`, `'${String(field.format)}' is not a format; ${instead(field.format, formats)}`);
  if (field.pattern !== undefined && !isPattern(field.pattern))
    fail(`${at}.pattern`, `'${field.pattern}' is not a regular expression; try it with new RegExp(…, 'u')`);
  checkLimits(at, field, fail);
  checkValues(at, field, fail);
  if (field.items) checkField(`${at}.items`, field.items, fail);
  for (const [name, inner] of Object.entries(field.properties ?? {})) {
    if (name in {}) fail(`${at}.properties.${name}`, `is a name of JavaScript itself; write own_${name.toLowerCase()}`);
    checkField(`${at}.properties.${name}`, inner, fail);
  }
}

function checkLimits(at: string, field: Field, fail: Fail): void {
  for (const keyword of numbers) {
    const limit: unknown = field[keyword];
    if (limit !== undefined && typeof limit !== 'number')
      fail(`${at}.${keyword}`, `must be a number; write ${keyword}: ${Number(limit) || 1}`);
  }
  for (const keyword of counts)
    if (field[keyword] !== undefined && !(Number.isInteger(field[keyword]) && field[keyword] >= 0))
      fail(`${at}.${keyword}`, `must be a whole number from 0; write ${keyword}: ${Math.abs(Math.round(field[keyword]))}`);
  for (const [least, most] of ranges)
    if ((field[least] ?? -Infinity) > (field[most] ?? Infinity))
      fail(`${at}.${least}`, `no value fits: ${least} ${field[least]} is above ${most} ${field[most]}; swap the two`);
}

/** Enum and default must fit the field itself. */
function checkValues(at: string, field: Field, fail: Fail): void {
  if (field.enum !== undefined && !(Array.isArray(field.enum) && field.enum.length))
    fail(`${at}.enum`, "must be a list of at least one value; write enum: ['First', 'Second']");
  for (const value of field.enum ?? [])
    if (!isOfType(value, field))
      fail(`${at}.enum`, `${JSON.stringify(value)} is not of type ${typesOf(field)}; ${suggested(value)}`);
  const { default: first } = field;
  if (first === undefined || first === null) return;
  if (field.enum && !isOneOf(field.enum, first))
    fail(`${at}.default`, `${JSON.stringify(first)} is not one of ${field.enum.join(', ')}`);
  if (!isOfType(first, field))
    fail(`${at}.default`, `${JSON.stringify(first)} is not of type ${typesOf(field)}; ${suggested(first)}`);
  if (typeof first === 'number' && (first < (field.minimum ?? -Infinity) || first > (field.maximum ?? Infinity)))
    fail(`${at}.default`, `${first} is outside minimum and maximum; write one between`);
  if (typeof first === 'string' && (first.length < (field.minLength ?? 0) || first.length > (field.maxLength ?? Infinity)))
    fail(`${at}.default`, `${JSON.stringify(first)} is shorter or longer than the field allows`);
}

const typesOf = (field: Field): string => [field.type ?? []].flat().join(' or ');
const suggested = (value: unknown): string => `write the value so, or type: '${nameOfType(value)}'`;

function isOfType(value: unknown, { type }: Field): boolean {
  if (type === undefined) return true;
  const name = nameOfType(value);
  return [type].flat().some((one) => one === name || (one === 'number' && name === 'integer'));
}

function nameOfType(value: unknown): JsonTypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  const name = typeof value;
  return name === 'string' || name === 'boolean' ? name : 'object';
}

function isPattern(pattern: unknown): boolean {
  try {
    return typeof pattern === 'string' && RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
