import type { Field, Fields } from './field';
import { isOneOf } from './is-one-of';
import { derivedPaths } from './derived';
import { isRecord } from './is-record';
import type { AnyResource } from './resource';
import { instead, type Fail } from './schema-fault';
import { namesIn, type When } from './when';

const conditions = ['field', 'is', 'in', 'set', 'has'];
const shapes = "{ if: { field: 'kind', is: 'hostel' }, require: ['fee'] }";

/** Checks a rule between fields: its shape, that its fields exist, and that its conditions are possible. */
export function checkWhen(at: string, rule: When, resource: AnyResource, fail: Fail): void {
  if (!isRecord(rule)) fail(at, `must be an object; write ${shapes}`);
  const properties = rule.within === undefined ? resource.fields.properties : insideOf(at, rule.within, resource, fail);
  const { ui = {} } = resource;
  const shownAs = rule.within === undefined ? ui : (ui[rule.within]?.rows ?? {});
  const clocks = Object.keys(properties).filter((name) => shownAs[name]?.widget === 'time');
  checkRule(at, rule, { properties, clocks }, fail);
  const known = Object.keys(properties);
  for (const name of namesIn(rule))
    if (!Object.hasOwn(properties, name)) fail(at, `'${name}' is not a field; ${instead(name, known)}`);
  const filled = derivedPaths(resource);
  const shown: readonly string[] = 'show' in rule ? rule.show : [];
  for (const name of namesIn(rule))
    if (!shown.includes(name) && filled.includes(rule.within === undefined ? name : `${rule.within}.*.${name}`))
      fail(at, `'${name}' is filled in after the rules are checked; name the fields that it is calculated from`);
}

function insideOf(at: string, within: string, { fields }: AnyResource, fail: Fail): Fields {
  const field = fields.properties[within];
  const lists = Object.entries(fields.properties).flatMap(([name, { items, properties }]) =>
    (items?.properties ?? properties) ? [name] : [],
  );
  const inner = field?.items?.properties ?? field?.properties;
  return inner ?? fail(`${at}.within`, `'${within}' has no rows with fields; ${instead(within, lists)}`);
}

function checkRule(
  at: string,
  rule: When,
  { properties, clocks }: { readonly properties: Fields; readonly clocks: readonly string[] },
  fail: Fail,
): void {
  if ('notBefore' in rule) {
    for (const name of rule.notBefore)
      if (properties[name] && !clocks.includes(name) && !isTime(properties[name]))
        fail(
          `${at}.notBefore`,
          `'${name}' is neither a date nor a time; use format 'date' or 'date-time', or ui: { ${name}: { widget: 'time' } }`,
        );
    return;
  }
  if ('oneOf' in rule) return;
  checkCondition(`${at}.if`, rule.if, properties, fail);
  if (!('require' in rule) && !('show' in rule) && !('then' in rule)) fail(at, 'only has an if; add require, show or then');
  if ('then' in rule) checkThen(`${at}.then`, rule.then, properties[rule.then.field], fail);
}

/** Its limits and those of the field hold at once. */
function checkThen(at: string, { field, minimum, maximum }: Then, own: Field | undefined, fail: Fail): void {
  const least = Math.max(minimum ?? -Infinity, own?.minimum ?? -Infinity);
  const most = Math.min(maximum ?? Infinity, own?.maximum ?? Infinity);
  if (least > most) fail(at, `no value of '${field}' fits: minimum ${least} is above maximum ${most}`);
}
type Then = Extract<When, { readonly then: unknown }>['then'];

/** A date, a date and time, or a time of the day as a text of one length, which is compared as such. */
function isTime({ format, pattern }: Field): boolean {
  if (format === 'date' || format === 'date-time') return true;
  const isClock = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return isClock !== undefined && isClock.test('09:30') && !['9:30', '24:00'].some((text) => isClock.test(text));
}

/** Checks a condition, and each part of one that has several. */
export function checkCondition(at: string, condition: unknown, properties: Fields, fail: Fail): void {
  if (!isRecord(condition)) return fail(at, `must name a field; write ${shapes}`);
  for (const key of ['all', 'any']) {
    const parts = condition[key];
    if (parts === undefined) continue;
    if (Object.keys(condition).length !== 1) fail(at, `'${key}' stands alone; move the rest into it`);
    if (!Array.isArray(parts) || !parts.length)
      fail(`${at}.${key}`, `must be a list of conditions; write ${key}: [{ field: 'kind', is: 'hostel' }]`);
    for (const [n, part] of parts.entries()) checkCondition(`${at}.${key}.${n}`, part, properties, fail);
    return;
  }
  if (typeof condition['field'] !== 'string') return fail(at, `must name a field; write ${shapes}`);
  for (const key of Object.keys(condition))
    if (!conditions.includes(key)) fail(`${at}.${key}`, `is not known here; ${instead(key, [...conditions, 'all', 'any'])}`);
  if (Object.keys(condition).length !== 2) fail(at, `must say what value one field has; write ${shapes}`);
  const { enum: choices, type } = properties[condition['field']] ?? {};
  for (const value of [condition['is'] ?? condition['in'] ?? []].flat())
    if (!choices && typeof type === 'string' && isOther(type, value))
      fail(at, `${condition['field']} is never ${JSON.stringify(value)}; it is of type '${type}'`);
    else if (choices && !isOneOf(choices, value))
      fail(at, `${condition['field']} is never ${JSON.stringify(value)}; ${instead(value, choices.map(String))}`);
}

const isOther = (type: string, value: unknown): boolean => {
  const said = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' }[type];
  return said !== undefined && value !== null && typeof value !== said;
};
