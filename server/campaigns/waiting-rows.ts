import sql from 'sql-template-tag';
import type { LedgerChannel } from '../channels/sender';
import type { Tx } from '../store/store';
import { asLead } from './campaign-people';
import { addressIn, leadColumns, type LeadToReach, type ToJudge } from './recipients';

/** A row of the ledger that waits, with its lead and, of a push message, its browser as they are now. */
export interface Waiting extends Omit<LeadToReach, 'id'> {
  /** Null: the row has no lead, or it is gone. */
  readonly id: string | null;
  readonly row_id: string;
  readonly row_to: string;
  readonly attempts: number | null;
  readonly lead_gone: boolean;
  readonly endpoint?: string;
  readonly keys?: string;
}

/** The next rows of a campaign that can be sent now, locked. */
export function waitingRows(
  tx: Tx,
  tenantId: string,
  of: { readonly id: string; readonly channel: LedgerChannel },
  { now, after, limit }: { readonly now: Date; readonly after: string; readonly limit: number },
): Promise<Waiting[]> {
  const leadGone = sql`(l."deleted_at" is not null or l."merged_into" is not null) as "lead_gone"`;
  const lead = sql`left join "leads" l on l."tenant_id" = o."tenant_id" and l."id" = o."lead_id"`;
  const next = sql`o."tenant_id" = ${tenantId} and o."campaign_id" = ${of.id} and o."state" = 'queued' and o."id" > ${after}
    and (o."due_at" is null or o."due_at" <= ${now.toISOString()}::timestamptz) and o."deleted_at" is null
    order by o."id" limit ${limit} for update of o`;
  return of.channel === 'push'
    ? tx.rows(
        sql`select o."id" as "row_id", o."to" as "row_to", o."attempts", ${leadGone}, ${leadColumns}, s."id" as "push_id", s."endpoint",
              s."keys" #>> '{}' as "keys"
            from "outbox_messages" o ${lead}
            left join "push_subscribers" s on s."tenant_id" = o."tenant_id" and s."id" = o."to" and s."status" = 1 and s."deleted_at" is null
            where ${next}`,
        'ledger-next-push',
      )
    : tx.rows(
        sql`select o."id" as "row_id", o."to" as "row_to", o."attempts", ${leadGone}, ${leadColumns}
            from "outbox_messages" o ${lead} where ${next}`,
        'ledger-next',
      );
}

/** A row as the gate judges it. A browser that unsubscribed after it was listed has opted out. */
export function judgedAs(one: Waiting, channel: LedgerChannel): ToJudge<Waiting> {
  if (channel === 'push') {
    const isOut = !one.push_id;
    return { one, lead: one.lead_gone ? null : asLead(one), to: one.row_to, isOut };
  }
  const lead = one.id !== null && !one.lead_gone ? { ...one, id: one.id } : null;
  return { one, lead, to: lead ? addressIn(lead, channel) : one.row_to };
}
