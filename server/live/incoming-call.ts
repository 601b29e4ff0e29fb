import sql from 'sql-template-tag';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import { contactShownTo } from './lead-contact';

interface Caller {
  readonly user_id: string | null;
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}
export interface Incoming {
  readonly tenantId: string;
  /** The users it is offered to. */
  readonly userId: string;
  readonly lead: Caller | null;
  /** The number on the line; without one, the lead's. */
  readonly phone: string | null;
  readonly at: Date;
}

/**
 * A call starts to ring: it is stored with the calls and sent to its user by socket and push channel after the commit, no clearer
 * than their role sees leads (TRUST-S4). Returns its id.
 */
export async function ring(tx: Tx, { tenantId, userId, lead, phone, at }: Incoming): Promise<string> {
  const id = newId();
  const number = phone ?? lead?.phone ?? null;
  await tx.run(sql`
    insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "phone", "state", "started_at", "offered_user_ids")
    values (${tenantId}, ${id}, ${lead?.id ?? null}, ${userId}, 'inbound', ${number}, 'ringing', ${at.toISOString()}::timestamptz,
      ${JSON.stringify([userId])}::jsonb)`);
  const caller = { id: lead?.id, name: lead?.name ?? null, email: lead?.email ?? null, phone: number, owner: lead?.user_id };
  const { name, email = null, phone: shown, seen } = await contactShownTo(tx, tenantId, userId, caller);
  const requestBody = { id: (seen ? lead?.id : null) ?? null, name, email, phone: shown, user_id: userId };
  tx.sendToUser({ userId, event: 'dialer_call', body: { call_id: id, at: at.toISOString(), requestBody } });
  return id;
}
