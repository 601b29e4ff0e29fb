import sql from 'sql-template-tag';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

/**
 * An address no longer wants messages of the channel: it is in the list of opt-outs, and each lead that has it withdraws its
 * consent, on its own record and for everyone to see.
 */
export async function optOutOf(
  tx: Tx,
  tenantId: string,
  out: {
    readonly channel: string;
    readonly address: string;
    readonly how: 'keyword' | 'link';
    readonly messageId?: string;
    readonly campaignId?: string | null;
  },
): Promise<void> {
  const { channel, address, how, campaignId = null } = out;
  const consent = channel === 'voice' ? 'call' : channel;
  await tx.run(
    sql`insert into "opt_outs" ("tenant_id", "id", "channel", "address", "how", "campaign_id")
        values (${tenantId}, ${newId()}, ${consent}, ${address}, ${how}, ${campaignId}) on conflict do nothing`,
    'opt-out',
  );
  const withdrawn = sql`coalesce("consent", '{}'::jsonb) || jsonb_build_object(${consent}::text, false)`;
  const isStill = sql`"tenant_id" = ${tenantId} and "deleted_at" is null and ("consent" ->> ${consent}::text) is distinct from 'false'`;
  await tx.run(
    channel === 'email'
      ? sql`update "leads" set "consent" = ${withdrawn} where ${isStill} and lower("email") = ${address}`
      : channel === 'whatsapp'
        ? sql`update "leads" set "consent" = ${withdrawn} where ${isStill} and ("whatsapp_number" = ${address} or "phone" = ${address})`
        : sql`update "leads" set "consent" = ${withdrawn} where ${isStill} and "phone" = ${address}`,
    `opt-out-leads-${channel}`,
  );
}
