import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../store/store';
import { contactShownTo } from './lead-contact';
import { notify } from './notify';

export interface DueMeeting {
  readonly id: string;
  readonly user_id: string;
  readonly lead_id: string;
  readonly lead_name: string;
  readonly owner: string | null;
  /** Seconds since 1970. */
  readonly at: number;
}

/** Meetings that begin within ten minutes and of which the host was not reminded yet. */
export const dueMeetings = (tx: Tx, tenantId: string, at: Sql): Promise<DueMeeting[]> =>
  tx.rows(sql`
    select * from (
      select m."id", m."user_id", m."lead_id", l."name" as "lead_name", l."user_id" as "owner", extract(epoch from m."starts_at")::bigint as "at"
      from "virtual_meetings" m join "leads" l on l."tenant_id" = m."tenant_id" and l."id" = m."lead_id" and l."deleted_at" is null
      where m."tenant_id" = ${tenantId} and m."state" = 'scheduled' and m."deleted_at" is null
        and m."starts_at" > ${at} and m."starts_at" <= ${at} + interval '10 minutes'
    ) d where not exists (select from "notifications" n where n."tenant_id" = ${tenantId} and n."user_id" = d."user_id"
      and n."once" = 'meeting:' || d."id" || ':' || d."at")
    limit 500`);

/** One reminder for each time that the meeting was given. */
export async function remindHosts(tx: Tx, tenantId: string, meetings: readonly DueMeeting[]): Promise<void> {
  for (const { id, user_id: to, lead_id: leadId, lead_name, owner, at } of meetings) {
    const { name } = await contactShownTo(tx, tenantId, to, { name: lead_name, phone: null, owner, id: leadId });
    const message = `Your meeting with ${name ?? 'a lead'} begins within 10 minutes`;
    await notify(tx, tenantId, { to, type: 'followup_due', message, leadId, once: `meeting:${id}:${at}` });
  }
}
