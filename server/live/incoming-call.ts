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
  /** The users it is offered to; the first who takes it has it. */
  readonly userIds: readonly string[];
  readonly lead: Caller | null;
  /** The number on the line; without one, the lead's. */
  readonly phone: string | null;
  /** The organisation's number that was called; null: not known. */
  readonly virtualNumber: string | null;
  readonly at: Date;
  /** Of a call that came in at the provider, or is handed over from there. */
  readonly lines?: {
    readonly provider_call_id?: string;
    readonly room?: string;
    readonly conference_id?: string | null;
    readonly other_line?: string | null;
  };
}

/**
 * A call starts to ring: it is stored with the calls and sent to its users by socket and push channel after the commit, no clearer
 * than their role sees leads (TRUST-S4). Returns its id.
 */
export async function ring(tx: Tx, { tenantId, userIds, lead, phone, virtualNumber, at, lines = {} }: Incoming): Promise<string> {
  const id = newId();
  const number = phone ?? lead?.phone ?? null;
  const [first = null] = userIds;
  const owner = userIds.length === 1 ? first : null;
  const room = lines.room ?? (lines.provider_call_id ? id : null);
  await tx.run(sql`
    insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "phone", "virtual_number", "state", "started_at",
      "offered_user_ids", "provider_call_id", "room", "conference_id", "other_line")
    values (${tenantId}, ${id}, ${lead?.id ?? null}, ${owner}, 'inbound', ${number}, ${virtualNumber}, 'ringing', ${at.toISOString()}::timestamptz,
      ${JSON.stringify(userIds)}::jsonb, ${lines.provider_call_id ?? null}, ${room}, ${lines.conference_id ?? null}, ${lines.other_line ?? null})`);
  const caller = { id: lead?.id, name: lead?.name ?? null, email: lead?.email ?? null, phone: number, owner: lead?.user_id };
  for (const userId of userIds) {
    const { name, email = null, phone: shown, seen } = await contactShownTo(tx, tenantId, userId, caller);
    const requestBody = { id: (seen ? lead?.id : null) ?? null, name, email, phone: shown, user_id: userId };
    tx.sendToUser({ userId, event: 'dialer_call', body: { call_id: id, at: at.toISOString(), requestBody } });
  }
  return id;
}
