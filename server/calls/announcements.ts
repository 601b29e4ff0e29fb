import sql, { type Sql } from 'sql-template-tag';
import type { CurrentAnnouncement } from '../../src/schemas/calls/announcements';
import { problem } from '../../src/schemas/kit/problem';
import type { Context, Handlers, Reply } from '../http/context';
import { isFor, stands } from '../live/announce';
import { newId } from '../store/ids';

export const handlers: Handlers = { 'current-announcements': current, 'mark-announcement-seen': markSeen };

async function current({ tx, session, services }: Context): Promise<Reply> {
  const rows = await tx.rows<CurrentAnnouncement & Record<string, unknown>>(sql`
    select a."id", a."title", a."body", a."type", a."pinned", a."must_acknowledge", a."attachment", a."starts_at", a."ends_at",
      r."seen_at", r."acknowledged_at"
    from "announcements" a left join "announcement_reads" r on r."tenant_id" = a."tenant_id" and r."announcement_id" = a."id"
      and r."user_id" = ${session.userId} and r."deleted_at" is null
    where ${reaches(session, services.now())} order by a."pinned" desc, a."starts_at" desc, a."id" limit 50`);
  return { data: rows, count: rows.length };
}

async function markSeen({ tx, session, services, params, body }: Context): Promise<Reply> {
  const now = services.now();
  const id = params['id']!;
  const found = await tx.row(sql`select 1 from "announcements" a where ${reaches(session, now)} and a."id" = ${id}`);
  if (!found) throw problem(404, 'Announcement not found.');
  const at = now.toISOString();
  await tx.run(sql`
    insert into "announcement_reads" ("tenant_id", "id", "announcement_id", "user_id", "seen_at", "acknowledged_at")
    values (${session.tenantId}, ${newId()}, ${id}, ${session.userId}, ${at}::timestamptz,
      case when ${body['acknowledged'] === true} then ${at}::timestamptz end)
    on conflict ("tenant_id", "announcement_id", "user_id") where "deleted_at" is null
    do update set "acknowledged_at" = coalesce("announcement_reads"."acknowledged_at", excluded."acknowledged_at")`);
  return { message: body['acknowledged'] === true ? 'Acknowledged.' : 'Seen.' };
}

/** It stands now and is for this user. */
function reaches({ tenantId, userId }: Context['session'], now: Date): Sql {
  return sql`a."tenant_id" = ${tenantId} and ${stands(now)}
    and exists (select from "users" u where u."tenant_id" = a."tenant_id" and u."id" = ${userId} and ${isFor})`;
}
