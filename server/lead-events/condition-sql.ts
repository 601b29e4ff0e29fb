import sql, { join, raw, type Sql } from 'sql-template-tag';
import { customKey } from '../../src/schemas/kit/custom-fields';
import { questionOf, type Conditions, type DayStart, type Question } from '../../src/schemas/kit/conditions';
import { startOfDay } from '../domain/days';
import { ident } from '../store/identifiers';

/**
 * The conditions as a predicate on "leads", columns unqualified. The same verdict as `compileMatch` gives in memory: a missing
 * value meets neither `in` nor a time, and meets `NOT IN` (D-097). Names come from the closed list of columns, values travel as
 * parameters. The conditions are valid (`conditionErrors`).
 */
export function conditionSql({ rule, globleCondtion }: Conditions, dayStart: DayStart): Sql {
  const blocks = rule.map((block) =>
    joined(
      block.rules.map((row) => predicateOf(questionOf(row, dayStart))),
      block.condition,
    ),
  );
  return joined(blocks, globleCondtion ?? 'And');
}

/** Days as the tenant's zone has them. */
export const dayStartIn =
  (zone: string): DayStart =>
  (day) =>
    startOfDay(day, zone).getTime();

function predicateOf(question: Question): Sql {
  if (question.column.type === 'custom') return customPredicate(question);
  if (question.ask === 'compare') return sql`false`;
  const name = ident(question.column.name);
  if (question.ask === 'within') {
    const parts: Sql[] = [];
    if (question.from !== undefined) parts.push(sql`${name} >= ${iso(question.from)}::timestamptz`);
    if (question.until !== undefined) parts.push(sql`${name} < ${iso(question.until)}::timestamptz`);
    return sql`(${join(parts, ' and ')})`;
  }
  const values = question.values;
  const list = question.column.type === 'integer' ? sql`${values}::bigint[]` : sql`${values}::text[]`;
  // Never null, so that And and Or around it are those of two values.
  return question.ask === 'in'
    ? sql`(${name} is not null and ${name} = any(${list}))`
    : sql`(${name} is null or ${name} <> all(${list}))`;
}

/** A custom field holds one value or a list of them; each is compared as text, and no value is in nothing. */
function customPredicate(question: Question): Sql {
  const key = customKey(question.column.name)!;
  const held = sql`"custom"->${key}::text`;
  const text = sql`"custom"->>${key}::text`;
  if (question.ask === 'compare') {
    const { least, most, open } = question;
    const number = sql`(${text})::numeric`;
    const bounds = [
      ...(least === undefined ? [] : [sql`${number} ${raw(open ? '>' : '>=')} ${least}::numeric`]),
      ...(most === undefined ? [] : [sql`${number} ${raw(open ? '<' : '<=')} ${most}::numeric`]),
    ];
    return sql`(case when jsonb_typeof(${held}) = 'number' then ${join(bounds, ' and ')} else false end)`;
  }
  if (question.ask === 'within') {
    const { from, until, days = {} } = question;
    const day = sql`(${text}) collate "C"`;
    const ofDay = [
      ...(days.from === undefined ? [] : [sql`${day} >= ${days.from}`]),
      ...(days.until === undefined ? [] : [sql`${day} < ${days.until}`]),
    ];
    const ofMoment = [
      ...(from === undefined ? [] : [sql`custom_time(${text}) >= ${iso(from)}::timestamptz`]),
      ...(until === undefined ? [] : [sql`custom_time(${text}) < ${iso(until)}::timestamptz`]),
    ];
    return sql`coalesce(jsonb_typeof(${held}) = 'string' and case when ${text} ~ ${'^\\d{4}-\\d\\d-\\d\\d$'} then ${join(ofDay, ' and ')}
      else ${join(ofMoment, ' and ')} end, false)`;
  }
  const entries = sql`case jsonb_typeof(${held}) when 'array' then ${held} else jsonb_build_array(${held}) end`;
  const meets = sql`exists (select from jsonb_array_elements_text(${entries}) as "~one" where "~one" = any(${[...question.values]}::text[]))`;
  return question.ask === 'in' ? meets : sql`not ${meets}`;
}

const iso = (at: number): string => new Date(at).toISOString();
const joined = (parts: readonly Sql[], by: 'And' | 'Or'): Sql =>
  parts.length ? sql`(${join([...parts], by === 'And' ? ' and ' : ' or ')})` : sql`false`;
