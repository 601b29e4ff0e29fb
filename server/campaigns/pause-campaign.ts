import sql from 'sql-template-tag';
import { notify } from '../live/notify';
import type { Tx } from '../store/store';
import type { Batch } from './batch';
import { changeCampaign, type Campaign } from './campaign-kinds';

/** The campaign waits for a person, with the reason. */
export async function pauseCampaign(
  tx: Tx,
  { tenantId, starter }: Pick<Batch, 'tenantId' | 'starter'>,
  campaign: Campaign,
  problem: string,
): Promise<void> {
  const set = sql`"state" = 'paused', "problem" = ${problem.slice(0, 300)}`;
  await changeCampaign(tx, tenantId, campaign, set, sql`"state" = 'sending'`);
  if (starter !== null)
    await notify(tx, tenantId, {
      to: starter,
      type: 'campaign_finished',
      message: `Campaign '${campaign.name}' is paused. ${problem}`,
      record: `${campaign.kind}/${campaign.id}`,
    });
}
