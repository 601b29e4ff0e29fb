import sql, { empty, type Sql } from 'sql-template-tag';
import type { TimelineAction } from '../../src/schemas/calls/timeline';
import { entryOf, type AuditRow, type TimelineEntry } from '../catalogue/audit-entries';
import { addDays, dayOf, startOfDay } from '../domain/days';
import type { Context, Handlers, Session } from '../http/context';

export const handlers: Handlers = { timeline: readTimeline };

interface Day {
  readonly created_at: string;
  /** Changes of the whole day under the filter, also those on other pages (D-084). */
  readonly count: number;
  readonly entries: TimelineEntry[];
}

interface Asked {
  readonly limit: number;
  readonly page_number: number;
  readonly startDate?: string;
  readonly endDate?: string;
}
/** Counts stop here and say so (D-047). */
const mostCounted = 10_001;

/** A page of entries, newest first, in groups by the tenant's day. */
async function readTimeline(context: Context): Promise<{ data: Day[]; more: Record<string, unknown> }> {
  const { tx, session, query } = context;
  const { limit, page_number: page, startDate, endDate } = query as Context['query'] & Asked;
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
  const found = counted!.total;
  const dayAt = (row: AuditRow): string => dayOf(new Date(row.at), session.timezone);
  const days = [...new Set(rows.map(dayAt))];
  const counts = oneDay ? new Map(days.map((day) => [day, found])) : await countsOf(context, where, days);
  const data = days.map((name) => ({
    created_at: name,
    count: counts.get(name) ?? 0,
    entries: rows.filter((row) => dayAt(row) === name).map((row) => entryOf(row, session)),
  }));
  const total = Math.min(found, mostCounted);
  return { data, more: { totalDocuments: total, ...(total === mostCounted ? { total_exact: false } : {}) } };
}

/** Each day is a range of the index: the database reckoned every row's day, at fifty times the price. */
async function countsOf({ tx, session }: Context, where: Sql, days: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (!days.length) return new Map();
  const counts = await tx.rows<{ day: string; count: number }>(sql`
    select d."day", (select count(*)::int from "audit" a where ${where} and a.at >= d."from" and a.at < d."to") as count
    from unnest(${days}::text[], ${days.map((day) => startOf(day, session))}::timestamptz[],
      ${days.map((day) => startOf(addDays(day, 1), session))}::timestamptz[]) d("day", "from", "to")`);
  return new Map(counts.map(({ day, count }) => [day, count]));
}

/** D-021: the whole tenant for role 1 and holders of `Timeline`; anybody else reads what they did themselves. */
export const seesAll = (session: Session): boolean => session.role === 1 || (session.levels.get('Timeline')?.size ?? 0) > 0;

/** The rows under the filter; of chosen people each one's newest, or the planner reads the whole history in search of a quiet one. */
function newestOf(session: Session, query: Context['query'], most: number): Sql {
  const users = usersOf(session, query);
  if (!users.length) return sql`select * from "audit" a where ${filterOf(session, query)}`;
  return sql`select a.* from unnest(${users}::text[]) "by"(id) cross join lateral (
    select * from "audit" a where ${rowsOf(session, query)} and a.user_id = "by".id order by a.at desc, a.seq desc limit ${most}) a`;
}

function usersOf(session: Session, query: Context['query']): readonly string[] {
  return seesAll(session) ? [...new Set((query as { userId?: string[] }).userId)] : [session.userId];
}

/** The rows that the reader may see of what `query` asks for; `a` is the audit. */
export function filterOf(session: Session, query: Context['query']): Sql {
  const users = usersOf(session, query);
  return sql`${rowsOf(session, query)} ${users.length ? sql`and a.user_id = any(${users}::text[])` : empty}`;
}

/** Of the tenant, the days, the table and what was done to it. */
function rowsOf(session: Session, query: Context['query']): Sql {
  const { startDate, endDate, table, action } = query as {
    startDate?: string;
    endDate?: string;
    table?: string;
    action?: TimelineAction;
  };
  const at = (day: string): Sql => sql`${startOf(day, session)}::timestamptz`;
  return sql`a.tenant_id = ${session.tenantId}
    ${startDate ? sql`and a.at >= ${at(within(startDate))}` : empty}
    ${endDate ? sql`and a.at < ${at(addDays(within(endDate), 1))}` : empty}
    ${table ? sql`and a.table_name = ${table}` : empty}
    ${action ? sql`and ${done[action]}` : empty}`;
}

/** No change is older or younger; days beyond are days that the databases do not write as the browser does. */
const within = (day: string): string => (day < '1900-01-01' ? '1900-01-01' : day > '9999-12-30' ? '9999-12-30' : day);
/** The moment at which a day of the tenant begins. */
const startOf = (day: string, { timezone }: Session): string => startOfDay(day, timezone).toISOString();

/** Deleting sets `deleted_at` (or ends the row); the words are those of the index `ix_audit_removed`. */
const removed = sql`(a.op = 'delete' or (a.op = 'update' and a.old ? 'deleted_at'))`;
const isGone = sql`(a.op = 'delete' or a.new ->> 'deleted_at' is not null)`;
const done: Readonly<Record<TimelineAction, Sql>> = {
  created: sql`a.op = 'insert'`,
  updated: sql`a.op = 'update' and not (a.old ? 'deleted_at')`,
  deleted: sql`${removed} and ${isGone}`,
  restored: sql`${removed} and not ${isGone}`,
};
