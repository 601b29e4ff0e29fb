import sql from 'sql-template-tag';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

export interface Incoming {
  readonly tenantId: string;
  /** Whom it is offered to. */
  readonly userId: string;
  readonly lead: { readonly id: string; readonly name: string | null; readonly email: string | null } | null;
  readonly phone: string | null;
  readonly at: Date;
}

/** A call begins to ring: kept among the calls, told to its user by socket and push channel after the commit. Answers its id. */
export async function ring(tx: Tx, { tenantId, userId, lead, phone, at }: Incoming): Promise<string> {
  const id = newId();
  await tx.run(sql`
    insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "phone", "state", "started_at", "offered_user_ids")
    values (${tenantId}, ${id}, ${lead?.id ?? null}, ${userId}, 'inbound', ${phone}, 'ringing', ${at.toISOString()}::timestamptz,
      ${JSON.stringify([userId])}::jsonb)`);
  const requestBody = { id: lead?.id ?? null, name: lead?.name ?? null, email: lead?.email ?? null, phone, user_id: userId };
  tx.tell({ userId, event: 'dialer_call', body: { call_id: id, at: at.toISOString(), requestBody } });
  return id;
}
