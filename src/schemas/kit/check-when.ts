import type { Fields } from './field';
import { isOneOf } from './is-one-of';
import { isRecord } from './is-record';
import { instead, type Fail } from './schema-fault';
import type { When } from './when';

const conditions = ['field', 'is', 'in', 'set', 'has'];
const shapes = "{ if: { field: 'kind', is: 'hostel' }, require: ['fee'] }";

/** Checks a rule between fields: its shape, and that its conditions are possible. */
export function checkWhen(at: string, rule: When, properties: Fields, fail: Fail): void {
  if (!isRecord(rule)) fail(at, `must be an object; write ${shapes}`);
  if ('notBefore' in rule) {
    for (const name of rule.notBefore)
      if (properties[name] && !['date', 'date-time'].includes(properties[name].format ?? ''))
        fail(`${at}.notBefore`, `'${name}' is neither a date nor a date and time; use a field of format 'date' or 'date-time'`);
    return;
  }
  if ('oneOf' in rule) return;
  const condition: unknown = rule.if;
  if (!isRecord(condition) || typeof condition['field'] !== 'string')
    return fail(`${at}.if`, `must name a field; write ${shapes}`);
  for (const key of Object.keys(condition))
    if (!conditions.includes(key)) fail(`${at}.if.${key}`, `is not known here; ${instead(key, conditions)}`);
  if (Object.keys(condition).length !== 2) fail(`${at}.if`, `must say what value one field has; write ${shapes}`);
  if (!('require' in rule) && !('show' in rule) && !('then' in rule)) fail(at, 'only has an if; add require, show or then');
  const { enum: choices } = properties[condition['field']] ?? {};
  for (const value of [condition['is'] ?? condition['in'] ?? []].flat())
    if (choices && !isOneOf(choices, value))
      fail(`${at}.if`, `${condition['field']} is never ${JSON.stringify(value)}; ${instead(value, choices.map(String))}`);
}
