import { fieldKeywords } from './field';
import { isOneOf } from './is-one-of';
import { isRecord } from './is-record';
import type { FieldError } from './problem';
import type { AnyRow } from './resource';

/** Most questions of one form. */
export const mostQuestions = 200;
const longestKey = 60;
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
const formats = new Set(['email', 'uri', 'date', 'date-time']);
const lengths = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const;
const bounds = ['minimum', 'maximum'] as const;
const orders = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
] as const;

/**
 * Errors in the questions of a form, as an administrator wrote them: `<field>.properties.<key>.<keyword>`, in words that
 * name the question. The server compiles them, so they are a closed subset of JSON Schema. Run by browser and server alike.
 */
export function wrongQuestions(schema: unknown, field: string): FieldError[] {
  if (!isRecord(schema) || schema['type'] !== 'object') return [{ path: field, message: 'Questions must be an object schema' }];
  return wrongIn(schema, field, 'Questions:', 0);
}

function wrongIn(field: AnyRow, path: string, who: string, depth: number): FieldError[] {
  const found: FieldError[] = [];
  const say = (keyword: string, what: string): void => void found.push({ path: `${path}.${keyword}`, message: `${who} ${what}` });
  if (depth > 4) return [{ path, message: `${who} nested too deeply` }];
  for (const name of Object.keys(field)) if (!isOneOf(fieldKeywords, name)) say(name, `'${name}' is not allowed`);
  for (const name of ['title', 'description'] as const)
    if (field[name] !== undefined && typeof field[name] !== 'string') say(name, `${name} must be text`);
  if (typeof field['title'] === 'string' && !field['title'].trim()) say('title', 'a label is required');
  for (const name of ['uniqueItems', 'additionalProperties'] as const)
    if (field[name] !== undefined && typeof field[name] !== 'boolean') say(name, `${name} must be true or false`);
  const type = [field['type'] ?? 'string'].flat().find((one) => !types.has(String(one)));
  if (type !== undefined) say('type', `'${String(type)}' is not a type`);
  for (const name of lengths) if (field[name] !== undefined && !isCount(field[name])) say(name, `${name} must be a whole number`);
  for (const name of bounds)
    if (field[name] !== undefined && !Number.isFinite(field[name])) say(name, `${name} must be a number`);
  for (const [least, most] of orders)
    if (typeof field[least] === 'number' && typeof field[most] === 'number' && field[least] > field[most])
      say(most, `${most} must not be below ${least}`);
  const step = field['multipleOf'];
  if (step !== undefined && !(typeof step === 'number' && step > 0)) say('multipleOf', 'multipleOf must be above 0');
  if (field['format'] !== undefined && !formats.has(String(field['format'])))
    say('format', `'${String(field['format'])}' is not a format`);
  if (field['pattern'] !== undefined && !isPattern(field['pattern'])) say('pattern', 'this pattern cannot be used');
  if (field['enum'] !== undefined) wrongOptions(field['enum'], say);
  const inside = wrongInside(field, path, who, depth, say);
  return [...found, ...inside];
}

function wrongInside(
  field: AnyRow,
  path: string,
  who: string,
  depth: number,
  say: (k: string, what: string) => void,
): FieldError[] {
  const { properties = {}, required = [], items } = field;
  if (items !== undefined && !isRecord(items)) say('items', 'items must be an object');
  if (!isRecord(properties)) {
    say('properties', 'properties must be an object');
    return [];
  }
  if (Object.keys(properties).length > mostQuestions) say('properties', `the maximum is ${mostQuestions} questions`);
  const named: readonly unknown[] | undefined = Array.isArray(required) ? required : undefined;
  const unknown = named ? named.find((name) => typeof name !== 'string' || !Object.hasOwn(properties, name)) : required;
  if (unknown !== undefined) say('required', `required lists '${String(unknown)}', which is not a question`);
  else if (named && new Set(named).size < named.length) say('required', 'required lists a question twice');
  return [
    ...Object.entries(properties).flatMap(([key, one]) => wrongQuestion(key, one, path, depth)),
    ...(isRecord(items) ? wrongIn(items, `${path}.items`, who, depth + 1) : []),
  ];
}

function wrongQuestion(key: string, question: unknown, path: string, depth: number): FieldError[] {
  const at = `${path}.properties.${key}`;
  const title = isRecord(question) && typeof question['title'] === 'string' ? question['title'].trim() : '';
  const who = title ? `Question '${title}' (${key}):` : `Question '${key}':`;
  if (!key.trim() || key.length > longestKey)
    return [{ path: at, message: `${who} a key must have 1 to ${longestKey} characters` }];
  return isRecord(question) ? wrongIn(question, at, who, depth + 1) : [{ path: at, message: `${who} must be an object` }];
}

function wrongOptions(options: unknown, say: (keyword: string, what: string) => void): void {
  if (!Array.isArray(options) || !options.length) return say('enum', 'at least one option is required');
  if (options.length > 500) return say('enum', 'the maximum is 500 options');
  const twice = options.find((one, at) => options.indexOf(one) < at);
  if (twice !== undefined) say('enum', `option '${String(twice)}' appears twice`);
}

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/**
 * What the browser's pattern engine supports and the server's does not: looking around, back references, named groups, \u and \c.
 */
const beyondServer = /\(\?(?!:)|\\[1-9cku]|\\p\{[^}]*=/i;

/** Short, without nested repeats, so that no answer can make it run long, and the same to browser and server. */
function isPattern(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 200 || /[+*}]\)?[+*{]/.test(value)) return false;
  if (beyondServer.test(value.replaceAll('\\\\', ''))) return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}
