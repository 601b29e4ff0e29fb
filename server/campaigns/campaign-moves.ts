import sql from 'sql-template-tag';
import { counted } from '../../src/schemas/kit/counted';
import { invalid, problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import { loadUser } from '../identity/sessions';
import { moveCampaignChats } from './campaign-chats';
import { queueCampaign } from './campaign-run';
import {
  changeCampaign,
  changeRun,
  readCampaign,
  tellCampaign,
  type Campaign,
  type CampaignRef,
  type CampaignState,
} from './campaign-kinds';
import { countPeople } from './campaign-people';

type Place = Pick<Context, 'tx' | 'session' | 'services'>;

/** Locks the campaign and checks that this can be done to it now. */
async function inState(place: Place, ref: CampaignRef, from: readonly CampaignState[], what: string): Promise<Campaign> {
  const campaign = await readCampaign(place.tx, place.session.tenantId, ref, 'lock');
  if (!campaign) throw problem(404, 'This campaign no longer exists.');
  if (!from.includes(campaign.state)) throw problem(409, `This campaign is ${stateWords[campaign.state]} and cannot be ${what}.`);
  return campaign;
}

const stateWords: Readonly<Record<CampaignState, string>> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  paused: 'paused',
  sent: 'already sent',
  stopped: 'stopped',
  failed: 'failed',
};

/** Sends it now, or at a time: returns how many leads its audience has for the person who starts it. */
export async function startCampaign(
  place: Place,
  ref: CampaignRef,
  wanted: string | null,
): Promise<{ readonly queued: number; readonly at: Date | null }> {
  const { tx, session, services } = place;
  const campaign = await inState(place, ref, ['draft', 'scheduled'], 'started');
  const at = wanted && Date.parse(wanted) > services.now().getTime() ? new Date(wanted) : null;
  if (wanted && !at) throw invalid('schedule_at', 'The send time must be in the future');
  const queued = await countPeople(tx, session.tenantId, campaign, session.scope);
  if (!queued)
    throw problem(409, `The audience of this campaign has no ${campaign.channel === 'push' ? 'subscribers' : 'leads'}.`);
  await setState(place, ref, 'scheduled', at);
  await queueCampaign(tx, services, session, ref, at ?? undefined);
  return { queued, at };
}

/** Pause, resume or stop. A stop or pause takes effect before the next batch. */
export async function moveCampaign(place: Place, ref: CampaignRef, to: unknown): Promise<string> {
  const { tx, session, services } = place;
  if (to === 'paused') {
    await inState(place, ref, ['sending'], 'paused');
    await setState(place, ref, 'paused');
    return 'Campaign paused.';
  }
  if (to === 'sending') {
    const campaign = await inState(place, ref, ['paused'], 'resumed');
    await setState(place, ref, 'sending');
    // The provider that is active now sends the rest: the page says so before it is resumed.
    await changeRun(tx, session.tenantId, ref.id, sql`"sender" = null, "slowed" = null`);
    await tx.run(
      sql`update "outbox_messages" set "reason" = null
          where "tenant_id" = ${session.tenantId} and "campaign_id" = ${ref.id} and "state" = 'queued' and "reason" = 'feature_off'
            and "deleted_at" is null`,
      'ledger-resumed',
    );
    await queueCampaign(tx, services, await inNameOf(place, campaign), ref);
    return 'Campaign resumed.';
  }
  if (to !== 'stopped') throw invalid('to', 'Choose paused, sending or stopped');
  const campaign = await inState(place, ref, ['scheduled', 'sending', 'paused'], 'stopped');
  await setState(place, ref, campaign.state === 'scheduled' && campaign.run === 0 ? 'draft' : 'stopped');
  await changeRun(tx, session.tenantId, ref.id, sql`"returns_to" = null`);
  // Those that a person wanted to be sent again may have arrived the first time.
  await tx.run(
    sql`update "outbox_messages" set "state" = 'unknown', "reason" = null, "due_at" = null
        where "tenant_id" = ${session.tenantId} and "campaign_id" = ${ref.id} and "state" = 'queued' and "asked_at" is not null
          and "deleted_at" is null`,
    'ledger-stopped-again',
  );
  const left = await tx.run(
    sql`update "outbox_messages" set "state" = 'held', "reason" = 'stopped', "due_at" = null
        where "tenant_id" = ${session.tenantId} and "campaign_id" = ${ref.id} and "state" = 'queued' and "deleted_at" is null`,
    'ledger-stopped',
  );
  return left ? `Campaign stopped. ${counted(left, 'message')} will not be sent.` : 'Campaign stopped.';
}

/** A person's decision about messages whose result nobody knows. Returns how many. */
export async function decideUnknown(place: Place, ref: CampaignRef, as: unknown): Promise<string> {
  const { tx, session, services } = place;
  if (as !== 'again' && as !== 'sent') throw invalid('as', 'Choose again or sent');
  const campaign = await inState(place, ref, ['sending', 'paused', 'sent', 'stopped', 'scheduled'], 'decided about');
  const rows: { id: string }[] = await tx.rows(
    as === 'sent'
      ? sql`update "outbox_messages" set "state" = 'sent', "sent_at" = coalesce("sent_at", "asked_at"), "error" = null
            where "tenant_id" = ${session.tenantId} and "campaign_id" = ${ref.id} and "state" = 'unknown' and "deleted_at" is null
            returning "id"`
      : sql`update "outbox_messages" set "state" = 'queued', "error" = null, "due_at" = null
            where "tenant_id" = ${session.tenantId} and "campaign_id" = ${ref.id} and "state" = 'unknown' and "deleted_at" is null
            returning "id"`,
    `ledger-unknown-${as}`,
  );
  const decided = rows.length;
  if (!decided) throw problem(409, 'This campaign has no messages with an unknown result.');
  tellCampaign(tx, ref);
  if (as === 'sent' && campaign.channel === 'whatsapp')
    await moveCampaignChats(
      tx,
      session.tenantId,
      rows.map(({ id }) => id),
    );
  if (as === 'sent') return `${counted(decided, 'message')} counted as sent.`;
  if (campaign.state !== 'sending' && campaign.state !== 'paused') {
    await setState(place, ref, 'sending');
    const { state } = campaign;
    await changeRun(tx, session.tenantId, ref.id, sql`"returns_to" = ${state}, "sender" = null, "slowed" = null`);
    await queueCampaign(tx, services, await inNameOf(place, campaign), ref);
  }
  return `${counted(decided, 'message')} will be sent again.`;
}

/** A run goes on for the person who started it, whose leads its audience is; where they can no longer sign in, for the one who asks. */
async function inNameOf({ tx, session }: Place, { starter }: Campaign): Promise<{ tenantId: string; userId: string | null }> {
  const { tenantId } = session;
  const isKnown = starter !== null && (await loadUser(tx, tenantId, starter)) !== undefined;
  return { tenantId, userId: isKnown ? starter : session.userId };
}

function setState({ tx, session }: Place, ref: CampaignRef, state: CampaignState, at?: Date | null): Promise<number> {
  const when = at === undefined ? sql`"schedule_at"` : sql`${at?.toISOString() ?? null}::timestamptz`;
  return changeCampaign(tx, session.tenantId, ref, sql`"state" = ${state}, "problem" = null, "schedule_at" = ${when}`);
}
