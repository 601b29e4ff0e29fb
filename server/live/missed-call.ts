import sql from 'sql-template-tag';
import type { Tx } from '../store/store';
import { contactShownTo } from './lead-contact';
import { notify } from './notify';

interface Missed {
  readonly user_id: string | null;
  readonly offered: readonly string[] | null;
  readonly lead_id: string | null;
  readonly phone: string | null;
  readonly lead_name: string | null;
  readonly owner: string | null;
}

/**
 * Nobody took it while it rang, or the telephone of the one who did was not picked up (`taken`): each person for whom it rang is
 * notified, and their browsers drop it.
 */
export async function missCall(tx: Tx, tenantId: string, id: string, now: Date, taken?: 'taken'): Promise<void> {
  const call: Missed | undefined = await tx.row(sql`
    update "calls" c set "state" = 'ended', "outcome" = 'missed', "ended_at" = ${now.toISOString()}::timestamptz, "talk_s" = 0,
      "duration_s" = greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - c."started_at"))::bigint
    where c."tenant_id" = ${tenantId} and c."id" = ${id} and c."answered_at" is null
      and (c."state" = 'ringing' or (${taken === 'taken'} and c."state" in ('answered', 'on_hold')))
    returning c."user_id", c."offered_user_ids" as "offered", c."lead_id", c."phone",
      (select l."name" from "leads" l where l."tenant_id" = c."tenant_id" and l."id" = c."lead_id") as "lead_name",
      (select l."user_id" from "leads" l where l."tenant_id" = c."tenant_id" and l."id" = c."lead_id") as "owner"`);
  if (!call) return;
  const caller = { name: call.lead_name, phone: call.phone, owner: call.lead_id ? call.owner : undefined, id: call.lead_id };
  for (const to of call.user_id ? [call.user_id] : (call.offered ?? [])) {
    tx.sendToUser({ userId: to, event: 'call_state', body: { call_id: id, state: 'ended' } });
    const { name, phone, seen } = await contactShownTo(tx, tenantId, to, caller);
    await notify(tx, tenantId, {
      to,
      type: 'inbound_missed_call',
      message: `Missed call from ${name ?? phone ?? 'an unknown number'}`,
      ...(call.lead_id && seen ? { leadId: call.lead_id } : {}),
      once: `missed:${id}`,
    });
  }
}
