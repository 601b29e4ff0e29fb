import sql from 'sql-template-tag';
import { Problem } from '../../src/schemas/kit/problem';
import { sendReasons } from '../../src/schemas/kit/send-reasons';
import type { Outcome } from '../channels/ask-once';
import { lockGate, spentOn, type TenantGate } from '../channels/gate-facts';
import type { Taken } from '../channels/sender';
import type { Chosen } from '../channels/sender-of';
import { senderKey, senderWords } from '../channels/sender-words';
import type { Tx } from '../store/store';
import type { Batch } from './batch';
import { changeRun, readCampaign, type Campaign, type CampaignMessage } from './campaign-kinds';
import { mostSlowed, waitAfter } from './noted-outcome';
import { pauseCampaign } from './pause-campaign';

/** A run stays with the sender that it began with: a person decides whether the rest goes through another one. */
export async function isSender(tx: Tx, batch: Batch, campaign: Campaign, by: Chosen): Promise<boolean> {
  const key = senderKey(by);
  const locked = refusalOf(() => by.provider?.credentials);
  if (locked !== null) {
    await pauseCampaign(tx, batch, campaign, locked);
    return false;
  }
  if (campaign.sender === key) return true;
  if (campaign.sender === null) {
    await changeRun(tx, batch.tenantId, campaign.id, sql`"sender" = ${key}`);
    return true;
  }
  const problem = `The provider that sent the first messages is no longer active. Switch it on again under Configuration, Providers, or resume to send the rest through ${senderWords(by)}.`;
  await pauseCampaign(tx, batch, campaign, problem);
  return false;
}

/** Credentials that cannot be opened would make every message fail, one after the other. */
function refusalOf(open: () => unknown): string | null {
  try {
    open();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** Messages whose cost is kept free of guesses: what other campaigns can send between two counts of this one. */
const nearlySpent = 10_000;

/** What the gate has to know of others who send at the same time; it stays true until the commit. */
export async function settledGate(tx: Tx, batch: Batch, message: CampaignMessage, found: TenantGate): Promise<TenantGate> {
  const isCapped = message.promotional && found.cap !== null;
  if (!isCapped && found.credit === null) return found;
  await lockGate(tx, batch.tenantId);
  if (found.credit === null || (found.balance ?? 0) > nearlySpent * found.price) return found;
  const spent = await spentOn(tx, batch.tenantId, found.channel);
  return { ...found, balance: Math.max(0, found.credit - spent) };
}

/** A provider that asks for fewer messages is left alone for a while; one that accepts none for long needs a person. */
export async function noteSpeed(tx: Tx, batch: Batch, ended: readonly { readonly outcome: Outcome<Taken> }[]): Promise<void> {
  const { tenantId, ref, counts } = batch;
  const outcomes = ended.map(({ outcome }) => outcome);
  if (!counts.slowed && !counts.wait && !outcomes.some(({ state }) => state === 'refused')) return;
  const campaign = await readCampaign(tx, tenantId, ref, 'lock');
  const isMoving = outcomes.some(({ state }) => state === 'done');
  const slowed = isMoving ? 0 : (campaign?.slowed ?? 0);
  const wait = waitAfter(outcomes, slowed);
  const next = wait === undefined || isMoving ? slowed : slowed + 1;
  Object.assign(counts, { wait: wait ?? 0, slowed: next });
  if (!campaign) return;
  if (next !== (campaign.slowed ?? 0)) await changeRun(tx, tenantId, ref.id, sql`"slowed" = ${next}::bigint`);
  if (wait === undefined) return;
  if (slowed >= mostSlowed && campaign.state === 'sending')
    await pauseCampaign(
      tx,
      batch,
      campaign,
      `${sendReasons.too_fast}, and it has accepted none for a while. Its quota may be used up.`,
    );
}
