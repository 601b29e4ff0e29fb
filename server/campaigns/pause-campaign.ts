import sql from 'sql-template-tag';
import type { Tx } from '../store/store';
import type { Batch } from './batch';
import { changeCampaign, type Campaign } from './campaign-kinds';
import { notifyStarter } from './notify-starter';

/** The campaign waits for a person, with the reason. */
export async function pauseCampaign(
  tx: Tx,
  { tenantId, starter }: Pick<Batch, 'tenantId' | 'starter'>,
  campaign: Campaign,
  problem: string,
): Promise<void> {
  const set = sql`"state" = 'paused', "problem" = ${problem.slice(0, 300)}`;
  await changeCampaign(tx, tenantId, campaign, set, sql`"state" = 'sending'`);
  await notifyStarter(tx, { tenantId, userId: starter }, campaign, `Campaign '${campaign.name}' is paused. ${problem}`);
}
