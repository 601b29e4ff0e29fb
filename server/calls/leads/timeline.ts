import sql, { empty, type Sql } from 'sql-template-tag';
import * as timelineCalls from '../../../src/schemas/calls/timeline';
import { entryOf, type AuditRow } from '../../catalogue/audit-entries';
import { auditRecords } from '../../catalogue/audit-records';
import { filterOf, rowsOf, startOf, usersOf, type TimelineQuery } from '../../catalogue/timeline-filter';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { addDays, dayOf } from '../../domain/days';

export const handlers: Handlers = {
  ...handle(timelineCalls.timeline, readTimeline),
};

/** Counts stop here and say so (D-047). */
const mostCounted = 10_001;

/** A page of entries, newest first, in groups by the tenant's day. */
async function readTimeline(
  context: CallContext<typeof timelineCalls.timeline>,
): Promise<CallReply<typeof timelineCalls.timeline>> {
  const { tx, session, query } = context;
  const { limit, page_number: page, startDate, endDate } = query;
  const where = filterOf(session, query);
  const newest = newestOf(session, query, page * limit);
  // Of one day the count of the day is the total too, and is counted once.
  const oneDay = startDate !== undefined && startDate === endDate;
  const [counted, rows] = await Promise.all([
    tx.row<{ total: number }>(sql`
      select count(*)::int as total from (select 1 from "audit" a where ${where} ${oneDay ? empty : sql`limit ${mostCounted}`}) seen`),
    tx.rows<AuditRow>(sql`
      select a.*, u.name as user_name, u.email as user_email
      from (${newest} order by a.at desc, a.seq desc limit ${limit} offset ${(page - 1) * limit}) a
      left join "users" u on u.tenant_id = a.tenant_id and u.id = a.user_id order by a.at desc, a.seq desc`),
  ]);
  const named = await auditRecords(rows, context);
  const found = counted!.total;
  const dayAt = (row: AuditRow): string => dayOf(new Date(row.at), session.timezone);
  const days = [...new Set(rows.map(dayAt))];
  const counts = oneDay ? new Map(days.map((day) => [day, found])) : await countsOf(context, where, days);
  const data: timelineCalls.TimelineDay[] = days.map((name) => ({
    created_at: name,
    count: counts.get(name) ?? 0,
    entries: rows.filter((row) => dayAt(row) === name).map((row) => ({ ...entryOf(row, session), ...named(row) })),
  }));
  const total = Math.min(found, mostCounted);
  return { data, more: { totalDocuments: total, ...(total === mostCounted ? { total_exact: false } : {}) } };
}

/** Each day is a range of the index. Calculating every row's day in the database costs fifty times as much. */
async function countsOf(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  where: Sql,
  days: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (!days.length) return new Map();
  const counts = await tx.rows<{ day: string; count: number }>(sql`
    select d."day", (select count(*)::int from "audit" a where ${where} and a.at >= d."from" and a.at < d."to") as count
    from unnest(${days}::text[], ${days.map((day) => startOf(day, session))}::timestamptz[],
      ${days.map((day) => startOf(addDays(day, 1), session))}::timestamptz[]) d("day", "from", "to")`);
  return new Map(counts.map(({ day, count }) => [day, count]));
}

/**
 * The rows under the filter; of chosen people each one's newest, or the planner reads the whole history in search of a quiet one.
 */
function newestOf(session: Session, query: TimelineQuery, most: number): Sql {
  const users = usersOf(session, query);
  if (!users.length) return sql`select * from "audit" a where ${filterOf(session, query)}`;
  return sql`select a.* from unnest(${users}::text[]) "by"(id) cross join lateral (
    select * from "audit" a where ${rowsOf(session, query)} and a.user_id = "by".id order by a.at desc, a.seq desc limit ${most}) a`;
}
