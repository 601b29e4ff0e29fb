import sql, { type Sql } from 'sql-template-tag';
import { measureOf, type MeasureId } from '../../src/schemas/kit/measures';
import { targetKindOf, targetNumber, type ShownTarget, type ShownTargets } from '../../src/schemas/kit/targets';
import type { Context } from '../context/context';
import { ownerInScope } from '../context/data-scope';
import { dayOf } from '../domain/days';
import { askedBy } from '../measures/asked';
import { measuresSeen } from '../measures/cell';
import { countTable, type Column, type Counts } from '../measures/count-table';
import { creditsNobody } from '../measures/countings';
import { statementName } from '../store/statement-name';
import { lastDayOf, workingDays, type WorkingDays } from '../workforce/working-days';

const mostTargets = 500;

interface TargetRow {
  readonly id: string;
  readonly measure: MeasureId;
  readonly value: number;
  readonly of: 'user' | 'team';
  readonly of_id: string;
  readonly name: string;
  /** The user, or the team's active members. */
  readonly people: readonly string[];
}

/**
 * The targets of a month ('YYYY-MM', in the tenant's zone) with what was counted for them until today: the reader's own, or those
 * of everyone whose numbers the reader sees. Users who left have none, and neither has a team of which the reader sees only a part.
 */
export async function monthTargets(context: Context, month: string, whose: 'own' | 'seen'): Promise<ShownTargets> {
  const { session, services } = context;
  const now = services.now();
  const today = dayOf(now, session.timezone);
  const [first, last] = [`${month}-01`, lastDayOf(month)];
  const to = last < today ? last : first > today ? first : today;
  const isSeen = measuresSeen(session);
  const rows = (await targetRows(context, month, whose)).filter(({ measure }) => isSeen(measure));
  const people = [...new Set(rows.flatMap((row) => row.people))];
  const [user, team, days] = await Promise.all([
    countsOf(context, rows, 'user', { from: first, to }, whose),
    countsOf(context, rows, 'team', { from: first, to }, whose),
    rows.length ? workingDays(context, people, { first, last, today }) : new Map<string, WorkingDays>(),
  ]);
  const counts = { user, team };
  return { month, from: first, to, is_over: last < today, rows: rows.map((row) => shown(row, counts[row.of], days)) };
}

/** Where rows are users or teams, the owner of the lead stands for who is credited, of measures that credit nobody. */
const columnOf = (measure: MeasureId): Column => ({ measure, ...(creditsNobody(measure) ? { toOwner: true } : {}) });

async function countsOf(
  { tx, session, services }: Context,
  rows: readonly TargetRow[],
  of: TargetRow['of'],
  days: { readonly from: string; readonly to: string },
  whose: 'own' | 'seen',
): Promise<Counts | undefined> {
  const theirs = rows.filter((row) => row.of === of);
  if (!theirs.length) return undefined;
  const columns = [...new Set(theirs.map(({ measure }) => measure))].map(columnOf);
  const ids = [...new Set(theirs.map((row) => row.of_id))];
  return countTable(tx, askedBy(session, services.now(), days), [of], columns, { [of]: ids }, whose === 'own');
}

function shown(row: TargetRow, counts: Counts | undefined, days: ReadonlyMap<string, WorkingDays>): ShownTarget {
  const { label: title, definition, unit, opens, lessIsBetter } = measureOf(row.measure);
  const column = columnOf(row.measure);
  const working = row.people.map((id) => days.get(id) ?? { over: 0, all: 0 });
  const sum = (name: keyof WorkingDays): number => working.reduce((total, one) => total + one[name], 0);
  return {
    id: row.id,
    of: row.of,
    of_id: row.of_id,
    name: row.name,
    column: {
      measure: row.measure,
      title,
      definition,
      unit,
      opens,
      ...(column.toOwner ? { toOwner: true as const } : {}),
      ...(lessIsBetter ? { lessIsBetter } : {}),
    },
    cell: counts?.number(column, [row.of_id]) ?? { value: null },
    target: targetNumber(row.measure, row.value),
    kind: targetKindOf(row.measure),
    days: { over: sum('over'), all: sum('all') },
  };
}

async function targetRows({ tx, session }: Context, month: string, whose: 'own' | 'seen'): Promise<TargetRow[]> {
  const { tenantId, userId, scope } = session;
  const seen = (id: Sql): Sql =>
    whose === 'own' ? sql`${id} = ${userId}` : sql`(${ownerInScope(scope, id)} or ${id} = ${userId})`;
  const members = sql`select jsonb_agg(x."id" order by x."id") as "ids", bool_and(${ownerInScope(scope, sql`x."id"`)}) as "whole" from "users" x
    where x."tenant_id" = ${tenantId} and x."status" = 1 and x."deleted_at" is null and x."team_ids" @> jsonb_build_array(t."team_id")`;
  const statement = sql`
    select t."id", t."measure", t."value"::float8 as "value", case when t."user_id" is null then 'team' else 'user' end as "of",
      coalesce(t."user_id", t."team_id") as "of_id", coalesce(u."name", m."name") as "name",
      case when t."user_id" is null then p."ids" else jsonb_build_array(t."user_id") end as "people"
    from "targets" t
    left join "users" u on u."tenant_id" = t."tenant_id" and u."id" = t."user_id" and u."status" = 1 and u."deleted_at" is null
    left join "teams" m on m."tenant_id" = t."tenant_id" and m."id" = t."team_id" and m."deleted_at" is null
    left join lateral (${members}) p on t."team_id" is not null
    where t."tenant_id" = ${tenantId} and t."deleted_at" is null and t."month" = ${month}
      and (u."id" is not null and ${seen(sql`u."id"`)} or ${whose === 'seen'} and m."id" is not null and p."whole")
    order by t."user_id" is not null, lower(coalesce(u."name", m."name")), t."measure", t."id" limit ${mostTargets}`;
  return tx.rows<TargetRow>(statement, statementName(statement));
}
