import { customKey } from './custom-fields';
import { isDay } from './day-ranges';
import type { AnyRow } from './resource';
import { isRecord } from './is-record';
import { isMoment, questionOf, type Conditions, type DayStart, type Question } from './conditions';

/** A lead as conditions look at it: the columns by name, as a row answers them. */
export type ConditionLead = Readonly<AnyRow>;
export type Match = (lead: ConditionLead) => boolean;

/**
 * The conditions as one function. A missing value meets neither `in` nor a time, and meets `NOT IN` (D-097). The same verdict
 * as `conditionSql` gives in the database; a property test holds the two together.
 */
export function compileMatch({ rule, globleCondtion }: Conditions, dayStart: DayStart): Match {
  const blocks = rule.map((block) =>
    joined(
      block.rules.map((row) => matchOf(questionOf(row, dayStart))),
      block.condition,
    ),
  );
  return joined(blocks, globleCondtion ?? 'And');
}

export function matchOf(question: Question): Match {
  const name = question.column.name;
  if (question.column.type === 'custom') return customMatch(question, customKey(name)!);
  if (question.ask === 'compare') return () => false;
  if (question.ask === 'within') {
    const { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = question;
    return (lead) => {
      const value = lead[name];
      if (value === null || value === undefined) return false;
      const at = typeof value === 'string' ? Date.parse(value) : Number(value);
      return at >= from && at < until;
    };
  }
  const wanted = question.ask === 'in';
  if (question.values.length === 1) {
    const [only] = question.values;
    return wanted ? (lead) => lead[name] === only : (lead) => lead[name] !== only;
  }
  const values = new Set<unknown>(question.values);
  return wanted ? (lead) => values.has(lead[name]) : (lead) => !values.has(lead[name]);
}

/** A custom value's form shows its type: a number, a day, a date and time, or one of several texts. */
function customMatch(question: Question, key: string): Match {
  const held = ({ custom }: ConditionLead): unknown => (isRecord(custom) ? custom[key] : undefined);
  if (question.ask === 'compare') {
    const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, open } = question;
    return (lead) => {
      const value = held(lead);
      return typeof value === 'number' && (open ? value > least && value < most : value >= least && value <= most);
    };
  }
  if (question.ask === 'within') {
    const { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, days = {} } = question;
    return (lead) => {
      const value = held(lead);
      if (!isMoment(value)) return false;
      if (isDay(value)) return !(days.from && value < days.from) && !(days.until && value >= days.until);
      const at = Date.parse(value);
      return at >= from && at < until;
    };
  }
  const values = new Set<unknown>(question.values);
  const wanted = question.ask === 'in';
  return (lead) => textsIn(held(lead)).some((text) => values.has(text)) === wanted;
}

/** A custom value as the texts that it holds. */
const textsIn = (value: unknown): string[] => [value ?? []].flat().flatMap((one) => (one === null ? [] : [String(one)]));

function joined(parts: readonly Match[], by: 'And' | 'Or'): Match {
  const [first, second] = parts;
  if (!first) return () => false;
  if (!second) return first;
  if (parts.length === 2) return by === 'And' ? (lead) => first(lead) && second(lead) : (lead) => first(lead) || second(lead);
  if (by === 'And')
    return (lead) => {
      for (const part of parts) if (!part(lead)) return false;
      return true;
    };
  return (lead) => {
    for (const part of parts) if (part(lead)) return true;
    return false;
  };
}
