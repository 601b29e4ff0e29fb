import { checkWithin } from './check-limits';
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
    checkWithin(`${at}.enum`, value, field, fail);
  }
  const { default: first } = field;
  if (first === null) fail(`${at}.default`, 'null is what a field has without a default; remove it');
  if (first !== undefined) checkDefault(`${at}.default`, first, field, fail);
}

function checkDefault(at: string, first: unknown, field: Field, fail: Fail): void {
  const shown = JSON.stringify(first);
  if (field.enum && !isOneOf(field.enum, first)) fail(at, `${shown} is not one of ${field.enum.join(', ')}`);
  if (!isOfType(first, field)) fail(at, `${shown} is not of type ${typesOf(field)}; ${suggested(first)}`);
  checkWithin(at, first, field, fail);
  if (!Array.isArray(first)) return;
  if (first.length < (field.minItems ?? 0) || first.length > (field.maxItems ?? Infinity))
    fail(at, `${shown} has fewer or more entries than the field allows`);
  if (field.items) for (const one of first) checkDefault(at, one, field.items, fail);
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
