import sql, { empty, type Sql } from 'sql-template-tag';
import type { timelineExport, TimelineAction } from '../../src/schemas/calls/timeline';
import type { BodyOf } from '../../src/schemas/kit/call';
import { addDays, startOfDay } from '../domain/days';
import type { Session } from '../context/session';
import { isAdministrator } from '../../src/schemas/kit/roles';

/** What may be asked of the timeline, on its page and for a file. */
export type TimelineQuery = BodyOf<typeof timelineExport>;

/** D-021: the whole tenant for role 1 and holders of `Timeline`; anyone else reads what they did themselves. */
export const seesAll = (session: Session): boolean => isAdministrator(session) || (session.levels.get('Timeline')?.size ?? 0) > 0;

/** The people whose entries are asked for and may be seen; none: everyone's. */
export function usersOf(session: Session, query: TimelineQuery): readonly string[] {
  return seesAll(session) ? [...new Set(query.userId)] : [session.userId];
}

/** The rows that the reader may see of what `query` asks for; `a` is the audit. */
export function filterOf(session: Session, query: TimelineQuery): Sql {
  const users = usersOf(session, query);
  return sql`${rowsOf(session, query)} ${users.length ? sql`and a.user_id = any(${users}::text[])` : empty}`;
}

/** Of the tenant, the days, the table and what was done to it. */
export function rowsOf(session: Session, query: TimelineQuery): Sql {
  const { startDate, endDate, table, action } = query;
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
export const startOf = (day: string, { timezone }: Session): string => startOfDay(day, timezone).toISOString();

/** Deleting sets `deleted_at` (or ends the row); the words are those of the index `ix_audit_removed`. */
const removed = sql`(a.op = 'delete' or (a.op = 'update' and a.old ? 'deleted_at'))`;
const isGone = sql`(a.op = 'delete' or a.new ->> 'deleted_at' is not null)`;
const done: Readonly<Record<TimelineAction, Sql>> = {
  created: sql`a.op = 'insert'`,
  updated: sql`a.op = 'update' and not (a.old ? 'deleted_at')`,
  deleted: sql`${removed} and ${isGone}`,
  restored: sql`${removed} and not ${isGone}`,
};
