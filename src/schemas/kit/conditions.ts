import { conditionColumn, operatorsOf, type ConditionColumn, type ConditionOperator } from './condition-columns';
import { dayAway, isDay } from './day-ranges';
import type { FieldError } from './problem';
import { unstorableText } from './storable';
import { isOneOf } from './is-one-of';
import { isRecord, recordIn } from './is-record';

/** A row as it travels and is stored (D-092); the types state what the checks below ensure. */
export interface ConditionRow {
  readonly columnName: string;
  readonly operator: ConditionOperator;
  /**
   * A text or number, a list of them (`in`, `NOT IN`), or {start, end} (`between`): days, moments, or numbers of a custom field.
   */
  readonly value: unknown;
  readonly valueAry?: readonly unknown[] | null;
  readonly displayName?: string | null;
  readonly belongsTo?: string | null;
  readonly type?: 'select' | 'multiselect' | 'date' | 'daterange' | null;
}
export type Joint = 'And' | 'Or';
export interface ConditionBlock {
  readonly condition: Joint;
  readonly rules: readonly ConditionRow[];
}
/** The blocks of a record or of a form; anything else is skipped. The rows of a form may be half filled in. */
export const blocksIn = (value: unknown): ConditionBlock[] => (Array.isArray(value) ? value.filter(isBlock) : []);
const isBlock = (value: unknown): value is ConditionBlock =>
  isRecord(value) && Array.isArray(value['rules']) && value['rules'].every(isRecord);

/** The conditions of one rule: what every evaluator takes. */
export interface Conditions {
  readonly rule: readonly ConditionBlock[];
  readonly globleCondtion?: Joint | null;
}
/** What a row asks once its value is read: one of the values or none of them, or a span of time. */
export type Question =
  | { readonly column: ConditionColumn; readonly ask: 'in' | 'not in'; readonly values: readonly (string | number)[] }
  | {
      readonly column: ConditionColumn;
      readonly ask: 'within';
      /** Milliseconds; the first moment that belongs to it, and the first that no longer does. */
      readonly from?: number;
      readonly until?: number;
      /** The same in days, for a custom field that holds a day without a time. */
      readonly days?: { readonly from?: string; readonly until?: string };
    }
  /** A number from `least` to `most`; `open`: these two do not belong to it. */
  | {
      readonly column: ConditionColumn;
      readonly ask: 'compare';
      readonly least?: number;
      readonly most?: number;
      readonly open: boolean;
    };
/** The moment at which a day (YYYY-MM-DD) begins in the tenant's zone. */
export type DayStart = (day: string) => number;

export const mostValues = 1000;

/** Every row that cannot be evaluated, with its place: `rule.0.rules.2.operator`. `path` is where the blocks stand. */
export function conditionErrors(blocks: unknown, path = 'rule'): FieldError[] {
  if (!Array.isArray(blocks) || !blocks.length) return [{ path, message: 'Conditions need at least one block' }];
  if (blocks.length > 20) return [{ path, message: 'Conditions can have up to 20 blocks' }];
  const errors: FieldError[] = [];
  for (const [b, block] of blocks.entries()) {
    const at = `${path}.${b}`;
    const { condition = 'And', rules } = recordIn(block);
    if (condition !== 'And' && condition !== 'Or')
      errors.push({ path: `${at}.condition`, message: `Block ${b + 1} must be joined by And or Or` });
    if (!Array.isArray(rules) || !rules.length)
      errors.push({ path: `${at}.rules`, message: `Block ${b + 1} needs at least one condition` });
    else if (rules.length > 50) errors.push({ path: `${at}.rules`, message: `Block ${b + 1} can have up to 50 conditions` });
    else for (const [r, row] of rules.entries()) errors.push(...rowErrors(row, `${at}.rules.${r}`, b, r));
    if (errors.length >= 50) break;
  }
  return errors;
}

/** What a valid row asks. A day stands for its 24 hours in the tenant's zone; a moment for itself. */
export function questionOf(row: ConditionRow, dayStart: DayStart): Question {
  const column = conditionColumn(row.columnName);
  if (!column) throw new Error(`there is no column '${row.columnName}'`);
  if (row.operator === 'in' || row.operator === 'NOT IN') {
    const given: readonly unknown[] = Array.isArray(row.value) ? row.value : [row.value];
    const values = given.map((one) => (column.type === 'integer' ? Number(one) : String(one)));
    return { column, ask: row.operator === 'in' ? 'in' : 'not in', values: [...new Set(values)] };
  }
  const { start, end } = edgesOf(row);
  if (typeof (start ?? end) === 'number') {
    const bounds = { ...(typeof start === 'number' ? { least: start } : {}), ...(typeof end === 'number' ? { most: end } : {}) };
    return { column, ask: 'compare', ...bounds, open: row.operator !== 'between' };
  }
  // Before a day ends where it begins; after it begins where it ends.
  const from =
    start === undefined ? undefined : row.operator === '>' ? spanOf(start, dayStart).until : spanOf(start, dayStart).from;
  const until = end === undefined ? undefined : row.operator === '<' ? spanOf(end, dayStart).from : spanOf(end, dayStart).until;
  const moments = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
  if (column.type === 'time') return { column, ask: 'within', ...moments };
  const [first, last] = [String(start).slice(0, 10), String(end).slice(0, 10)];
  const days = {
    ...(from === undefined ? {} : { from: row.operator === '>' ? dayAway(first, 1) : first }),
    ...(until === undefined ? {} : { until: row.operator === '<' ? last : dayAway(last, 1) }),
  };
  return { column, ask: 'within', ...moments, days };
}

/** What a row of time or number lies between; `<` and `>` have one edge. */
function edgesOf({ operator, value }: Pick<ConditionRow, 'operator' | 'value'>): { start?: unknown; end?: unknown } {
  if (operator === '<') return { end: value };
  return operator === '>' ? { start: value } : recordIn(value);
}

/** How blocks are joined; And, unless it says Or. */
export const jointOf = (value: unknown): Joint => (value === 'Or' ? 'Or' : 'And');

/** Blocks as they were sent that every evaluator takes. */
export const areConditions = (blocks: unknown): blocks is Conditions['rule'] => conditionErrors(blocks).length === 0;

function rowErrors(row: unknown, at: string, b: number, r: number): FieldError[] {
  const where = `Block ${b + 1}, condition ${r + 1}`;
  if (!isRecord(row)) return [{ path: at, message: `${where} is not a condition` }];
  const column = conditionColumn(row['columnName']);
  if (!row['columnName']) return [{ path: `${at}.columnName`, message: `${where}: choose a column` }];
  if (!column) return [{ path: `${at}.columnName`, message: `${where}: '${shown(row['columnName'])}' is not a column` }];
  const operator = row['operator'];
  if (!isOneOf(operatorsOf(column), operator))
    return [{ path: `${at}.operator`, message: `${where}: ${column.label} does not support '${shown(operator)}'` }];
  const isSet = operator === 'in' || operator === 'NOT IN';
  const wrong = isSet ? wrongValues(column, row['value']) : wrongEdges(column, operator, row['value']);
  return wrong ? [{ path: `${at}.value`, message: `${where}: ${column.label} ${wrong}` }] : [];
}

function wrongValues(column: ConditionColumn, value: unknown): string | null {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!values.length) return 'needs a value';
  if (values.length > mostValues) return `can have up to ${mostValues} values`;
  for (const one of values) {
    if (one === null || one === undefined || one === '') return 'needs a value';
    if (column.type === 'integer') {
      const isWhole = typeof one === 'number' ? Number.isSafeInteger(one) : typeof one === 'string' && /^-?\d{1,15}$/.test(one);
      if (!isWhole) return 'needs whole numbers';
    } else if (typeof one !== 'string') return 'needs text';
    else if (one.length > 200) return 'can have up to 200 characters per value';
    else if (unstorableText.test(one)) return 'contains a character that cannot be stored';
  }
  return null;
}

/** Tenants choose a custom field's kind, so the compared value decides whether it is a number or a time. */
function wrongEdges(column: ConditionColumn, operator: unknown, value: unknown): string | null {
  const edges = operator === 'between' && isRecord(value) ? [value['start'], value['end']] : [value];
  if (column.type !== 'custom' || !edges.some((edge) => typeof edge === 'number')) return wrongTime(operator, value);
  const numbers = edges.filter((edge) => typeof edge === 'number').filter(Number.isFinite);
  if (numbers.length < edges.length) return 'needs two numbers';
  if (operator === 'between' && edges.length < 2) return 'needs a start and an end';
  const [start, end] = numbers;
  return start !== undefined && end !== undefined && end < start ? 'must not end before it starts' : null;
}

function wrongTime(operator: unknown, value: unknown): string | null {
  if (operator !== 'between') return isMoment(value) ? null : 'needs a date';
  if (!isRecord(value) || !isMoment(value['start']) || !isMoment(value['end'])) return 'needs a start and an end';
  const [start, end] = [value['start'], value['end']].map((one) => Date.parse(String(one).slice(0, 10)));
  return end! < start! ? 'must not end before it starts' : null;
}

const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
/** A day, or a moment with its zone. */
export function isMoment(value: unknown): value is string {
  if (typeof value !== 'string' || value.startsWith('0000')) return false;
  if (momentPattern.test(value)) return isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));
  return isDay(value);
}

/** The first moment of what the text names, and the first one after it. */
function spanOf(value: unknown, dayStart: DayStart): { from: number; until: number } {
  const text = String(value);
  if (!isDay(text)) return { from: Date.parse(text), until: Date.parse(text) + 1 };
  return { from: dayStart(text), until: dayStart(dayAway(text, 1)) };
}
const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 60);
