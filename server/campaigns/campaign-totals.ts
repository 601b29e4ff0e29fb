import sql, { type Sql } from 'sql-template-tag';
import { campaignResults, type CampaignResult, type MessageState } from '../../src/schemas/kit/send-reasons';
import { clickedBefore } from '../channels/campaign-result';
import { ownerInScope } from '../context/data-scope';
import type { DataScope } from '../context/session';
import type { Hooks } from '../context/hooks';
import type { Tx } from '../store/store';

/** The results of campaigns, each counted from the rows of the ledger; a message counts in every state that it has reached. */
export type CampaignTotals = Readonly<Record<CampaignResult | 'audience', number>>;

/**
 * `scope`: whose leads count. It is that of the person who reads them, so that a figure has as many messages as the list behind it;
 * messages without a lead are for those who see all.
 */
export async function totalsOf(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  scope: DataScope,
): Promise<ReadonlyMap<string, CampaignTotals>> {
  const of = sql`o."tenant_id" = ${tenantId} and o."campaign_id" = any(${[...ids]}::text[]) and o."deleted_at" is null and ${ofLeadIn(scope)}`;
  const rows: { id: string; state: MessageState; n: number; clicked: number }[] = await tx.rows(
    sql`select o."campaign_id" as "id", o."state", count(*)::int as "n", 0 as "clicked" from "outbox_messages" o
        where ${of} group by 1, 2
        union all
        select o."campaign_id", 'also_clicked', 0, count(*)::int from "outbox_messages" o
        where ${of} and ${clickedBefore} group by 1`,
    scope === 'tenant' ? 'campaign-totals' : undefined,
  );
  return new Map(ids.map((id) => [id, summed(rows.filter((row) => row.id === id))]));
}

/** One of these results of each campaign, as a text; nothing where there is none. */
export const resultTexts =
  (result: CampaignResult): NonNullable<Hooks['asked']>[string] =>
  (keys, { session }) =>
    sql`select o."campaign_id", to_char(count(*), 'FM99,99,99,99,999') from "outbox_messages" o
      where o."tenant_id" = ${session.tenantId} and o."campaign_id" = any(${keys.map(String)}::text[]) and o."deleted_at" is null
        and ${ofLeadIn(session.scope)}
        and (o."state" = any(${[...campaignResults[result]]}::text[]) or ${result === 'clicked' ? clickedBefore : sql`false`})
      group by 1`;

/** Messages, `o`, whose lead is one of these people's. */
export const ofLeadIn = (scope: DataScope): Sql =>
  scope === 'tenant'
    ? sql`true`
    : sql`exists (select 1 from "leads" l where l."tenant_id" = o."tenant_id" and l."id" = o."lead_id" and l."deleted_at" is null
        and ${ownerInScope(scope, sql`l."user_id"`)})`;

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
