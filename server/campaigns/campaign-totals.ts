import sql from 'sql-template-tag';
import { campaignResults, type CampaignResult, type MessageState } from '../../src/schemas/kit/send-reasons';
import { clickedBefore } from '../channels/campaign-result';
import type { Tx } from '../store/store';

/** The results of campaigns, each counted from the rows of the ledger; a message counts in every state that it has reached. */
export type CampaignTotals = Readonly<Record<CampaignResult | 'audience', number>>;

export async function totalsOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, CampaignTotals>> {
  const rows: { id: string; state: MessageState; n: number; clicked: number }[] = await tx.rows(
    sql`select "campaign_id" as "id", "state", count(*)::int as "n", 0 as "clicked" from "outbox_messages"
        where "tenant_id" = ${tenantId} and "campaign_id" = any(${[...ids]}::text[]) and "deleted_at" is null group by 1, 2
        union all
        select "campaign_id", 'also_clicked', 0, count(*)::int from "outbox_messages" o
        where "tenant_id" = ${tenantId} and "campaign_id" = any(${[...ids]}::text[]) and ${clickedBefore} and "deleted_at" is null group by 1`,
    'campaign-totals',
  );
  return new Map(ids.map((id) => [id, summed(rows.filter((row) => row.id === id))]));
}

function summed(rows: readonly { state: MessageState; n: number; clicked: number }[]): CampaignTotals {
  const of = (result: CampaignResult): number => {
    const states: readonly MessageState[] = campaignResults[result];
    return rows.reduce((sum, { state, n }) => (states.includes(state) ? sum + n : sum), 0);
  };
  return {
    audience: rows.reduce((sum, { n }) => sum + n, 0),
    waiting: of('waiting'),
    held: of('held'),
    sent: of('sent'),
    delivered: of('delivered'),
    read: of('read'),
    clicked: of('clicked') + rows.reduce((sum, { clicked }) => sum + clicked, 0),
    replied: of('replied'),
    failed: of('failed'),
    opted_out: of('opted_out'),
    unknown: of('unknown'),
  };
}
