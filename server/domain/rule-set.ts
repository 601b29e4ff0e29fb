import { conditionColumn } from '../../src/schemas/kit/condition-columns';
import { compileMatch, type ConditionLead, type Match } from '../../src/schemas/kit/condition-match';
import { questionOf, type Conditions, type DayStart, type Question } from '../../src/schemas/kit/conditions';
import type { AnyRow } from '../../src/schemas/kit/resource';

/** A rule as the set takes it, highest priority first. */
export interface SetRule extends Conditions {
  readonly id: string;
}
interface Entry {
  readonly rank: number;
  readonly match: Match;
}

/**
 * Many rules as one function: which of them a lead meets, in their order. A rule that cannot match without a certain value in
 * a certain column is kept under that value, so that an event looks at a few rules and not at all of them.
 */
export function compileRules(rules: readonly SetRule[], dayStart: DayStart): (lead: ConditionLead) => string[] {
  const everywhere: Entry[] = [];
  const byColumn = new Map<string, Map<unknown, Entry[]>>();
  for (const [rank, rule] of rules.entries()) {
    const entry = { rank, match: compileMatch(rule, dayStart) };
    const key = narrowest(rule, dayStart);
    if (!key) {
      everywhere.push(entry);
      continue;
    }
    const values = byColumn.get(key.column.name) ?? new Map<unknown, Entry[]>();
    byColumn.set(key.column.name, values);
    for (const value of key.values) {
      const entries = values.get(value);
      if (entries) entries.push(entry);
      else values.set(value, [entry]);
    }
  }
  const columns = [...byColumn];
  const times = timeColumns(rules);
  return (row) => {
    // A text of a time is read once an event, not once a rule.
    const lead = times.length ? withTimes(row, times) : row;
    const found: number[] = [];
    for (const { rank, match } of everywhere) if (match(lead)) found.push(rank);
    for (const [column, values] of columns) {
      const entries = values.get(lead[column]);
      if (entries) for (const { rank, match } of entries) if (match(lead)) found.push(rank);
    }
    if (found.length > 1) found.sort((a, b) => a - b);
    return found.map((rank) => rules[rank]!.id);
  };
}

function timeColumns(rules: readonly Conditions[]): string[] {
  const asked = rules.flatMap(({ rule }) => rule.flatMap((block) => block.rules.map((row) => row.columnName)));
  return [...new Set(asked)].filter((name) => conditionColumn(name)?.type === 'time');
}
function withTimes(row: ConditionLead, names: readonly string[]): ConditionLead {
  const lead: AnyRow = { ...row };
  for (const name of names) if (typeof lead[name] === 'string') lead[name] = Date.parse(lead[name]);
  return lead;
}

/** Of the `in` conditions that every match must meet, the one with the fewest values. */
function narrowest(rule: Conditions, dayStart: DayStart): Extract<Question, { values: unknown }> | undefined {
  const isAnd = (rule.globleCondtion ?? 'And') === 'And' || rule.rule.length === 1;
  if (!isAnd) return undefined;
  let best: Extract<Question, { values: unknown }> | undefined;
  for (const block of rule.rule) {
    if (block.condition === 'Or' && block.rules.length > 1) continue;
    for (const row of block.rules) {
      const question = questionOf(row, dayStart);
      // what a custom field holds is not a column of the lead
      if (question.ask === 'in' && question.column.type !== 'custom' && (!best || question.values.length < best.values.length))
        best = question;
    }
  }
  return best;
}
