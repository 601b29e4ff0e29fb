import sql, { type Sql } from 'sql-template-tag';
import { announcements } from '../../../src/schemas/access-control/announcements';
import * as announcementsCalls from '../../../src/schemas/calls/announcements';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { AnyRow } from '../../../src/schemas/kit/resource';
import { withAddresses } from '../../catalogue/file-fields';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { isFor, isCurrent } from '../../live/announce';
import { newId } from '../../store/ids';

export const handlers: Handlers = {
  ...handle(announcementsCalls.currentAnnouncements, current),
  ...handle(announcementsCalls.markAnnouncementSeen, markSeen),
};

async function current(
  context: CallContext<typeof announcementsCalls.currentAnnouncements>,
): Promise<CallReply<typeof announcementsCalls.currentAnnouncements>> {
  const { tx, session, services } = context;
  const rows = await tx.rows<announcementsCalls.CurrentAnnouncement & AnyRow>(sql`
    select a."id", a."title", a."body", a."type", a."pinned", a."must_acknowledge", a."attachment", a."starts_at", a."ends_at",
      r."seen_at", r."acknowledged_at", r."dismissed_at"
    from "announcements" a left join "announcement_reads" r on r."tenant_id" = a."tenant_id" and r."announcement_id" = a."id"
      and r."user_id" = ${session.userId} and r."deleted_at" is null
    where ${reaches(session, services.now())} order by a."pinned" desc, a."starts_at" desc, a."id" limit 50`);
  return { data: rows.map((row) => withAddresses(announcements, row, context)), count: rows.length };
}

async function markSeen({
  tx,
  session,
  services,
  params,
  body,
}: CallContext<typeof announcementsCalls.markAnnouncementSeen>): Promise<
  CallReply<typeof announcementsCalls.markAnnouncementSeen>
> {
  const now = services.now();
  const id = params['id']!;
  const [acknowledged, dismissed] = [body.acknowledged === true, body.dismissed === true];
  const found = await tx.row<{ must_acknowledge: boolean }>(sql`
    select a."must_acknowledge" from "announcements" a where ${reaches(session, now)} and a."id" = ${id}`);
  if (!found) throw problem(404, 'Announcement not found.');
  if (dismissed && found.must_acknowledge)
    throw invalid('dismissed', 'This announcement cannot be dismissed. Please acknowledge it.');
  const at = now.toISOString();
  const when = (done: boolean): Sql => sql`case when ${done} then ${at}::timestamptz end`;
  await tx.run(sql`
    insert into "announcement_reads" ("tenant_id", "id", "announcement_id", "user_id", "seen_at", "acknowledged_at", "dismissed_at")
    values (${session.tenantId}, ${newId()}, ${id}, ${session.userId}, ${at}::timestamptz, ${when(acknowledged)}, ${when(dismissed)})
    on conflict ("tenant_id", "announcement_id", "user_id") where "deleted_at" is null
    do update set "acknowledged_at" = coalesce("announcement_reads"."acknowledged_at", excluded."acknowledged_at"),
      "dismissed_at" = coalesce("announcement_reads"."dismissed_at", excluded."dismissed_at")`);
  return { message: acknowledged ? 'Acknowledged.' : dismissed ? 'Dismissed.' : 'Seen.' };
}

/** It is current and for this user. */
function reaches({ tenantId, userId }: Context['session'], now: Date): Sql {
  return sql`a."tenant_id" = ${tenantId} and ${isCurrent(now)}
    and exists (select from "users" u where u."tenant_id" = a."tenant_id" and u."id" = ${userId} and ${isFor})`;
}
