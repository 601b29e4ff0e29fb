import sql from 'sql-template-tag';
import type { SendReason } from '../../src/schemas/kit/send-reasons';
import type { ChannelName, Message } from '../context/channels';
import type { Fill } from '../domain/placeholders';
import type { Tx } from '../store/store';
import type { Outcome } from './ask-once';

/** A row of the outbox, as it was queued. */
export interface Queued {
  readonly channel: ChannelName | 'teams';
  readonly to: string;
  readonly subject: string | null;
  readonly body: string;
  readonly provider: string;
}

/** The same row as it is sent, with the file that goes along. */
export type Sending = Queued & { readonly attachment: string | null };

/** What the row says for the lead's own history. */
type About = Pick<
  Message,
  'leadId' | 'sentBy' | 'html' | 'fills' | 'subjectFills' | 'notBefore' | 'promotional' | 'attachment'
> & {
  /** Why it waits. */
  readonly reason?: SendReason;
};

/** As the row keeps them: none is something else than not known. */
export const fillsOf = (fills: readonly Fill[] | undefined): string => JSON.stringify(fills ?? []);

/** Only once: a restarted job finds its message there. */
export async function keepQueued(tx: Tx, tenantId: string, id: string, row: Queued & About): Promise<void> {
  await tx.run(sql`
    insert into "outbox_messages" ("tenant_id", "id", "channel", "to", "subject", "body", "provider", "state", "lead_id", "sent_by", "html",
      "fills", "subject_fills", "due_at", "reason", "promotional", "attachment")
    values (${tenantId}, ${id}, ${row.channel}, ${row.to}, ${row.subject}, ${row.body}, ${row.provider}, 'queued', ${row.leadId ?? null}, ${row.sentBy ?? null},
      ${row.html ?? null}, ${fillsOf(row.fills)}::jsonb, ${fillsOf(row.subjectFills)}::jsonb, ${row.notBefore?.toISOString() ?? null}::timestamptz,
      ${row.reason ?? null}, ${row.promotional ?? null}, ${row.attachment ?? null})
    on conflict do nothing`);
}

/** The row of a provider's test. It is unknown until the provider has answered, so a process that ends leaves no other state. */
export async function markTesting(tx: Tx, tenantId: string, id: string, row: Queued): Promise<void> {
  await tx.run(sql`
    insert into "outbox_messages" ("tenant_id", "id", "channel", "to", "subject", "body", "provider", "state", "error", "asked_at")
    values (${tenantId}, ${id}, ${row.channel}, ${row.to}, ${row.subject}, ${row.body}, ${row.provider}, 'unknown', 'The provider has not answered.', now())`);
}

/** Marks a row as being sent (askOnce); undefined when it was sent, or nobody knows. */
export async function markSending(
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<{ readonly row: Sending; readonly wasAsked: boolean } | undefined> {
  const row = await tx.row<Sending & { was: string }>(sql`
    update "outbox_messages" o set "state" = 'sending', "error" = null, "reason" = null, "due_at" = null, "asked_at" = now()
    from (select "id", "state" from "outbox_messages" where "tenant_id" = ${tenantId} and "id" = ${id}
      and "state" in ('queued', 'failed', 'sending') for update) was
    where o."tenant_id" = ${tenantId} and o."id" = was."id"
    returning o."channel", o."to", o."subject", o."body", o."provider", o."attachment", was."state" as "was"`);
  return row && { row, wasAsked: row.was === 'sending' };
}

export async function noteSent(tx: Tx, tenantId: string, id: string, told: Outcome<unknown>): Promise<void> {
  const [state, error] =
    told.state === 'done' ? ['sent', null] : told.state === 'unknown' ? ['unknown', told.why] : ['failed', told.error.message];
  // By it the provider reports what became of the message.
  const providerId = told.state === 'done' && typeof told.answer === 'string' && told.answer !== '' ? told.answer : null;
  await tx.run(sql`
    update "outbox_messages" set "state" = ${state}, "error" = ${error}, "provider_id" = coalesce(${providerId}, "provider_id"), "sent_at" = case when ${state} = 'sent' then now() else "sent_at" end
    where "tenant_id" = ${tenantId} and "id" = ${id} and "state" in ('sending', 'unknown')`);
}
