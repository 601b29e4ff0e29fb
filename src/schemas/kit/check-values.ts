import type { Field, JsonTypeName } from './field';
import { isOneOf } from './is-one-of';
import type { Fail } from './schema-fault';

/** Checks that choices and default fit the field itself. */
export function checkValues(at: string, field: Field, fail: Fail): void {
  if (field.enum !== undefined && !(Array.isArray(field.enum) && field.enum.length))
    fail(`${at}.enum`, "must be a list of at least one value; write enum: ['First', 'Second']");
  for (const [n, value] of (field.enum ?? []).entries()) {
    if (!isOfType(value, field))
      fail(`${at}.enum`, `${JSON.stringify(value)} is not of type ${typesOf(field)}; ${suggested(value)}`);
    if (field.enum?.indexOf(value) !== n) fail(`${at}.enum`, `${JSON.stringify(value)} appears twice; remove one`);
  }
  const { default: first } = field;
  if (first === null) fail(`${at}.default`, 'null is what a field has without a default; remove it');
  if (first !== undefined) checkDefault(`${at}.default`, first, field, fail);
}

function checkDefault(at: string, first: unknown, field: Field, fail: Fail): void {
  const shown = JSON.stringify(first);
  if (field.enum && !isOneOf(field.enum, first)) fail(at, `${shown} is not one of ${field.enum.join(', ')}`);
  if (!isOfType(first, field)) fail(at, `${shown} is not of type ${typesOf(field)}; ${suggested(first)}`);
  if (typeof first === 'number') {
    if (first < (field.minimum ?? -Infinity) || first > (field.maximum ?? Infinity))
      fail(at, `${first} is outside minimum and maximum; write one between`);
    const steps = first / (field.multipleOf ?? 1);
    if (field.multipleOf !== undefined && Math.abs(Math.round(steps) - steps) > 1e-4)
      fail(at, `${first} is not a multiple of ${field.multipleOf}`);
  }
  if (typeof first === 'string') {
    if (first.length < (field.minLength ?? 0) || first.length > (field.maxLength ?? Infinity))
      fail(at, `${shown} is shorter or longer than the field allows`);
    if (field.pattern !== undefined && !new RegExp(field.pattern, 'u').test(first))
      fail(at, `${shown} does not match the field's pattern ${field.pattern}`);
    const format = formats[field.format ?? ''];
    if (format && !format.is(first)) fail(at, `${shown} is not ${format.such}`);
  }
  if (!Array.isArray(first)) return;
  if (first.length < (field.minItems ?? 0) || first.length > (field.maxItems ?? Infinity))
    fail(at, `${shown} has fewer or more entries than the field allows`);
  if (field.items) for (const one of first) checkDefault(at, one, field.items, fail);
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
const formats: Readonly<Record<string, { readonly is: (text: string) => boolean; readonly such: string }>> = {
  date: { is: isDay, such: "a date such as '2026-12-31'; the day of writing is 'today' in defaults" },
  'date-time': {
    is: (text) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
    such: "a time such as '2026-12-31T09:30:00Z'; the moment of writing is 'now' in defaults",
  },
  email: { is: (text) => /^[^\s@]+@[^\s@]+$/.test(text), such: 'an email address' },
  uri: { is: (text) => URL.canParse(text), such: "a URL such as 'https://example.com'" },
};

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
