import sql from 'sql-template-tag';
import type { MessageState } from '../../src/schemas/kit/send-reasons';
import type { Tx } from '../store/store';

/** The results of campaigns, each counted from the rows of the ledger; a message counts in every state that it has reached. */
export interface CampaignTotals {
  readonly audience: number;
  readonly waiting: number;
  readonly held: number;
  readonly sent: number;
  readonly delivered: number;
  readonly read: number;
  readonly clicked: number;
  readonly replied: number;
  readonly failed: number;
  readonly opted_out: number;
  readonly unknown: number;
}

export async function totalsOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, CampaignTotals>> {
  const rows: { id: string; state: MessageState; n: number; clicked: number }[] = await tx.rows(
    sql`select "campaign_id" as "id", "state", count(*)::int as "n", 0 as "clicked" from "outbox_messages"
        where "tenant_id" = ${tenantId} and "campaign_id" = any(${[...ids]}::text[]) and "deleted_at" is null group by 1, 2
        union all
        select "campaign_id", 'also_clicked', 0, count(*)::int from "outbox_messages"
        where "tenant_id" = ${tenantId} and "campaign_id" = any(${[...ids]}::text[]) and "state" in ('replied', 'opted_out')
          and "clicked_at" is not null and "deleted_at" is null group by 1`,
    'campaign-totals',
  );
  return new Map(ids.map((id) => [id, summed(rows.filter((row) => row.id === id))]));
}

function summed(rows: readonly { state: MessageState; n: number; clicked: number }[]): CampaignTotals {
  const of = (...states: MessageState[]): number =>
    rows.reduce((sum, { state, n }) => (states.includes(state) ? sum + n : sum), 0);
  return {
    audience: rows.reduce((sum, { n }) => sum + n, 0),
    waiting: of('queued', 'sending'),
    held: of('held'),
    sent: of('sent', 'delivered', 'read', 'clicked', 'replied', 'opted_out'),
    delivered: of('delivered', 'read', 'clicked', 'replied', 'opted_out'),
    read: of('read', 'clicked', 'replied', 'opted_out'),
    clicked: of('clicked') + rows.reduce((sum, { clicked }) => sum + clicked, 0),
    replied: of('replied'),
    failed: of('failed'),
    opted_out: of('opted_out'),
    unknown: of('unknown'),
  };
}
