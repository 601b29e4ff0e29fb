import type { Formula, FunctionName, Sign } from './formula';
import { recordsIn } from './is-record';
import type { Values } from './values';

type Value = string | number | boolean | null;
/** The values that a formula reads: `own` are those of the row where it belongs to one, otherwise the record's. */
export interface Read {
  readonly own: Values;
  readonly record: Values;
}

/** The result; null where a value that it needs is empty, and for a division by zero. */
export function valueOf(formula: Formula, read: Read): Value {
  switch (formula.is) {
    case 'value':
      return formula.value;
    case 'field':
      return plain(read.own[formula.name]);
    case 'record':
      return plain(read.record[formula.name]);
    case 'column':
      return null; // only inside a function
    case 'unary': {
      const of = valueOf(formula.of, read);
      if (formula.sign === '!') return of !== true;
      return typeof of === 'number' ? -of : null;
    }
    case 'choice':
      return valueOf(valueOf(formula.test, read) === true ? formula.then : formula.otherwise, read);
    case 'binary':
      return combined(formula.sign, valueOf(formula.left, read), () => valueOf(formula.right, read));
    case 'call':
      return called(formula.of, formula.given, read);
  }
}

function plain(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function combined(sign: Sign, left: Value, rest: () => Value): Value {
  if (sign === '&&') return left === true && rest() === true;
  if (sign === '||') return left === true || rest() === true;
  const right = rest();
  if (sign === '==') return left === right;
  if (sign === '!=') return left !== right;
  if (sign === '+' && (typeof left === 'string' || typeof right === 'string')) return `${left ?? ''}${right ?? ''}`;
  if (['<', '<=', '>', '>='].includes(sign)) return isOrdered(sign, left, right);
  return typeof left === 'number' && typeof right === 'number' ? exact(counted(sign, left, right)) : null;
}

function counted(sign: Sign, left: number, right: number): number {
  if (sign === '+') return left + right;
  if (sign === '-') return left - right;
  if (sign === '*') return left * right;
  return sign === '/' ? left / right : left % right;
}

function isOrdered(sign: Sign, left: Value, right: Value): boolean {
  if (left === null || right === null || typeof left !== typeof right) return false;
  if (sign === '<') return left < right;
  if (sign === '<=') return left <= right;
  return sign === '>' ? left > right : left >= right;
}

/** 0.1 + 0.2 is 0.3: the last bits of a binary fraction are no part of the result. */
const exact = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(15)) : null);

function called(of: FunctionName, given: readonly Formula[], read: Read): Value {
  const [first] = given;
  if (of === 'count') return first?.is === 'column' ? filled(columnOf(first, read)).length : listOf(first, read).length;
  if (first?.is === 'column') return gathered(of, numbersIn(columnOf(first, read)));
  const values = given.map((one) => valueOf(one, read));
  if (of === 'coalesce') return values.find((one) => one !== null) ?? null;
  if (of === 'days') return daysBetween(values[0] ?? null, values[1] ?? null);
  if (of === 'addDays') return dayAfter(values[0] ?? null, values[1] ?? null);
  const numbers = numbersIn(values);
  if (of === 'sum' || of === 'average' || of === 'min' || of === 'max') return gathered(of, numbers);
  const [value, places = 0] = numbers;
  return value === undefined || values[0] === null ? null : rounded(of, value, places);
}

function gathered(of: FunctionName, numbers: readonly number[]): number | null {
  const sum = numbers.reduce((all, one) => all + one, 0);
  if (of === 'sum') return exact(sum);
  if (!numbers.length) return null;
  if (of === 'average') return exact(sum / numbers.length);
  return numbers.reduce((a, b) => (of === 'min' ? Math.min(a, b) : Math.max(a, b)));
}

function rounded(of: FunctionName, value: number, places: number): number | null {
  if (of === 'abs') return Math.abs(value);
  if (of === 'floor') return Math.floor(value);
  if (of === 'ceil') return Math.ceil(value);
  return exact(roundedTo(value, places));
}

/** 1.005 is a little less in binary; its decimal digits are what people round, away from zero. */
export function roundedTo(value: number, places: number): number {
  const [digits, exponent = '0'] = Math.abs(value).toString().split('e');
  const whole = Math.round(Number(`${digits}e${Number(exponent) + places}`));
  return Math.sign(value) * Number(`${whole}e${-places}`);
}

const columnOf = ({ list, name }: Extract<Formula, { is: 'column' }>, { record }: Read): readonly unknown[] =>
  recordsIn(record[list]).map((row) => row[name]);
function listOf(formula: Formula | undefined, { own }: Read): readonly unknown[] {
  const list: unknown = formula?.is === 'field' ? own[formula.name] : undefined;
  return Array.isArray(list) ? list : [];
}
const filled = (values: readonly unknown[]): readonly unknown[] => values.filter((one) => (one ?? null) !== null);
const numbersIn = (values: readonly unknown[]): number[] => values.filter((one) => typeof one === 'number');

const dayLength = 86_400_000;
const noonOf = (day: Value): number => (typeof day === 'string' ? Date.parse(`${day}T12:00:00Z`) : Number.NaN);
function daysBetween(from: Value, until: Value): number | null {
  const days = Math.round((noonOf(until) - noonOf(from)) / dayLength);
  return Number.isNaN(days) ? null : days;
}
function dayAfter(day: Value, days: Value): string | null {
  const at = new Date(noonOf(day) + (typeof days === 'number' ? Math.round(days) : Number.NaN) * dayLength);
  return Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 10);
}
