import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../store/store';
import { notify } from './notify';

export interface Announced {
  readonly id: string;
  readonly title: string;
  readonly user_ids: readonly string[];
}

/** Announcement `a` is current. */
export const isCurrent = (now: Date): Sql => sql`a."deleted_at" is null and a."status" = 1
  and a."starts_at" <= ${now.toISOString()}::timestamptz
  and (a."ends_at" is null or a."ends_at" > ${now.toISOString()}::timestamptz)`;

/** Announcement `a` is for user `u`: without an audience for everyone, else by role or team. */
export const isFor: Sql = sql`((coalesce(a."audience_roles", '[]') = '[]' and coalesce(a."audience_team_ids", '[]') = '[]')
  or coalesce(a."audience_roles", '[]') @> to_jsonb(u."role"::int)
  or exists (select from jsonb_array_elements_text(coalesce(a."audience_team_ids", '[]')) t(id)
    where coalesce(u."team_ids", '[]') @> to_jsonb(t.id)))`;

/** Current announcements that started within the last day, with the users not notified yet: of one id, or all. */
export function unannounced(tx: Tx, tenantId: string, now: Date, id?: string): Promise<Announced[]> {
  return tx.rows<Announced>(sql`
    select a."id", a."title", array_agg(u."id" order by u."id") as "user_ids" from "announcements" a
    join "users" u on u."tenant_id" = a."tenant_id" and u."status" = 1 and u."deleted_at" is null and ${isFor}
    where a."tenant_id" = ${tenantId} and ${isCurrent(now)} and a."starts_at" > ${now.toISOString()}::timestamptz - interval '1 day'
      and (${id ?? null}::text is null or a."id" = ${id ?? null}::text)
      and not exists (select from "notifications" n where n."tenant_id" = a."tenant_id" and n."user_id" = u."id"
        and n."once" = 'announcement:' || a."id")
    group by a."id", a."title" order by a."id" limit 20`);
}

/** Each user is notified of an announcement once, however often this runs. */
export async function announce(tx: Tx, tenantId: string, announced: readonly Announced[]): Promise<void> {
  for (const { id, title, user_ids: to } of announced)
    await notify(tx, tenantId, { to, type: 'announcement', message: title, once: `announcement:${id}` });
}
