import { fieldKeywords, type Field, type JsonTypeName } from './field';
import { checkLimits } from './check-limits';
import { checkValues } from './check-values';
import { isOneOf } from './is-one-of';
import { isRecord } from './is-record';
import { instead, type Fail } from './schema-fault';

const types: readonly JsonTypeName[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
const formats = ['email', 'uri', 'uri-reference', 'date', 'date-time'];
/** Keywords of JSON Schema that are said otherwise here. */
const otherwise: Readonly<Record<string, (value: unknown, field: Field) => string>> = {
  exclusiveMinimum: (value, field) => nextTo('minimum', value, field, 1),
  exclusiveMaximum: (value, field) => nextTo('maximum', value, field, -1),
  const: (value) => `write enum: [${JSON.stringify(value)}]`,
};

/** Checks a field as JSON Schema: its keywords, their values, and that some value can satisfy them. */
export function checkField(at: string, field: Field, fail: Fail): void {
  if (typeof field !== 'object' || field === null || Array.isArray(field))
    fail(at, "must be an object; write { type: 'string' } for a text");
  for (const keyword of Object.keys(field))
    if (!isOneOf(fieldKeywords, keyword)) fail(`${at}.${keyword}`, `is not a keyword here; ${saidAs(keyword, field)}`);
  checkKeywords(at, field, fail);
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
    if (!plainName.test(name)) fail(`${at}.properties.${name}`, 'a field name can contain letters, digits and underscores only');
    if (name in {}) fail(`${at}.properties.${name}`, `is a name of JavaScript itself; write own_${name.toLowerCase()}`);
    checkField(`${at}.properties.${name}`, inner, fail);
  }
}

/** Names of fields are columns, parts of paths and of filters. */
export const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The values of keywords that are no limits. */
function checkKeywords(at: string, field: Field, fail: Fail): void {
  for (const keyword of ['title', 'description'] as const)
    if (field[keyword] !== undefined && typeof field[keyword] !== 'string')
      fail(`${at}.${keyword}`, `must be a text; write ${keyword}: '${String(field[keyword])}'`);
  for (const keyword of ['uniqueItems', 'additionalProperties'] as const)
    if (field[keyword] !== undefined && typeof field[keyword] !== 'boolean') fail(`${at}.${keyword}`, 'must be true or false');
  if (field.properties !== undefined && !isRecord(field.properties))
    fail(`${at}.properties`, "must hold the fields inside; write properties: { name: { type: 'string' } }");
  checkRequired(`${at}.required`, field.required, Object.keys(field.properties ?? {}), fail);
}

/** Names of fields, each once: nothing could be saved that lacks a field which nobody can fill in. */
export function checkRequired(at: string, required: unknown, fields: readonly string[], fail: Fail): void {
  if (required === undefined) return;
  if (!Array.isArray(required)) return fail(at, `must be a list; write ['${String(required)}']`);
  for (const [n, name] of required.entries()) {
    if (!isOneOf(fields, name)) fail(at, `'${String(name)}' is not a field; ${instead(name, fields)}`);
    if (required.indexOf(name) !== n) fail(at, `'${name}' appears twice; remove one`);
  }
}

function saidAs(keyword: string, field: Field): string {
  const said: unknown = Object.entries(field).find(([name]) => name === keyword)?.[1];
  const words = Object.hasOwn(otherwise, keyword) ? otherwise[keyword] : undefined;
  return words?.(said, field) ?? instead(keyword, fieldKeywords);
}

function nextTo(keyword: 'minimum' | 'maximum', value: unknown, { type, ...field }: Field, step: 1 | -1): string {
  const limit = value === true ? field[keyword] : Number(value);
  if (limit === undefined || Number.isNaN(limit)) return `write ${keyword}`;
  if (type !== 'integer') return `write ${keyword}: ${limit}, which itself is allowed; a check of kit/checks.ts can refuse it`;
  return `write ${keyword}: ${step > 0 ? Math.floor(limit) + 1 : Math.ceil(limit) - 1}`;
}

function isPattern(pattern: unknown): boolean {
  try {
    return typeof pattern === 'string' && RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
