import type { Field } from './field';
import { isOneOf } from './is-one-of';
import type { Fail } from './schema-fault';

const counts = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const;
const numbers = [...counts, 'minimum', 'maximum', 'multipleOf'] as const;
const ranges = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
] as const;
/** 19.99 is 1998.9999999999998 times 0.01. */
const precision = 1e-4;

/** Checks that limits are numbers, and that some value is within them. */
export function checkLimits(at: string, field: Field, fail: Fail): void {
  for (const keyword of numbers) {
    const limit: unknown = field[keyword];
    if (limit !== undefined && !Number.isFinite(limit))
      fail(`${at}.${keyword}`, `must be a number; write ${keyword}: ${(Number.isFinite(Number(limit)) && Number(limit)) || 1}`);
  }
  for (const keyword of counts)
    if (field[keyword] !== undefined && !(Number.isInteger(field[keyword]) && field[keyword] >= 0))
      fail(`${at}.${keyword}`, `must be a whole number from 0; write ${keyword}: ${Math.abs(Math.round(field[keyword]))}`);
  for (const keyword of ['maxLength', 'maxItems'] as const)
    if (field[keyword] === 0) fail(`${at}.${keyword}`, `0 allows nothing to be filled in; write ${keyword}: 1, or remove it`);
  if (field.multipleOf !== undefined && field.multipleOf <= 0)
    fail(`${at}.multipleOf`, 'must be above 0; write multipleOf: 0.01');
  for (const [least, most] of ranges)
    if ((field[least] ?? -Infinity) > (field[most] ?? Infinity))
      fail(`${at}.${least}`, `no value fits: ${least} ${field[least]} is above ${most} ${field[most]}; swap the two`);
  checkSteps(at, field, fail);
  const choices = field.items?.enum?.length ?? Infinity;
  if (field.uniqueItems && (field.minItems ?? 0) > choices)
    fail(`${at}.minItems`, `no list fits: there are only ${choices} choices, and each can be chosen once`);
}

/** Between 1.2 and 1.8 there is no whole number, and between 11 and 19 no multiple of 10. */
function checkSteps(at: string, { type, minimum, maximum, multipleOf }: Field, fail: Fail): void {
  if (minimum === undefined || maximum === undefined) return;
  const isWhole = isOneOf([type].flat(), 'integer') && !isOneOf([type].flat(), 'number');
  const step = multipleOf ?? (isWhole ? 1 : undefined);
  if (step === undefined || Math.ceil(minimum / step - precision) * step <= maximum + step * precision) return;
  const such = multipleOf === undefined ? 'whole number' : `multiple of ${multipleOf}`;
  fail(`${at}.minimum`, `no value fits: no ${such} is between minimum ${minimum} and maximum ${maximum}`);
}

/** Checks that a value which the file itself names is one that the field takes. */
export function checkWithin(at: string, value: unknown, field: Field, fail: Fail): void {
  const shown = JSON.stringify(value);
  if (typeof value === 'number') {
    if (value < (field.minimum ?? -Infinity) || value > (field.maximum ?? Infinity))
      fail(at, `${value} is outside minimum and maximum; write one between`);
    const steps = value / (field.multipleOf ?? 1);
    if (field.multipleOf !== undefined && Math.abs(Math.round(steps) - steps) > precision)
      fail(at, `${value} is not a multiple of ${field.multipleOf}`);
  }
  if (typeof value !== 'string') return;
  if (value.length < (field.minLength ?? 0) || value.length > (field.maxLength ?? Infinity))
    fail(at, `${shown} is shorter or longer than the field allows`);
  if (field.pattern !== undefined && !new RegExp(field.pattern, 'u').test(value))
    fail(at, `${shown} does not match the field's pattern ${field.pattern}`);
  const format = formats[field.format ?? ''];
  if (format && !format.is(value)) fail(at, `${shown} is not ${format.such}`);
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
