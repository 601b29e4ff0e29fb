import { campaignColumnNames, campaignEditIf } from '../../../src/schemas/kit/campaign-fields';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { messageOfCampaign } from '../../campaigns/campaign-message';
import { campaignKinds, readCampaign, type CampaignKind, type CampaignRef } from '../../campaigns/campaign-kinds';
import { resultTexts, totalsOf } from '../../campaigns/campaign-totals';
import { ledgerChannels } from '../../channels/sender';
import { takerWords } from '../../channels/sender-words';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

/** What campaigns of every kind do when they are saved and read. */
export function campaignHooks(kind: CampaignKind): Hooks {
  return {
    async beforeCreate(draft, context) {
      await checkTemplate(kind, draft['channel'], draft['template_id'], context);
      return draft;
    },
    async beforeUpdate(patch, before, context) {
      refuseStarted(before['state']);
      const now = { ...before, ...patch };
      if ('template_id' in patch || 'channel' in patch) await checkTemplate(kind, now['channel'], now['template_id'], context);
      return patch;
    },
    async beforeDelete(row) {
      if (['scheduled', 'sending', 'paused'].includes(String(row['state'])))
        throw problem(409, 'Stop this campaign before you delete it.');
    },
    asked: Object.fromEntries(campaignColumnNames.map((name) => [name, resultTexts(name)])),
    /** Counted for a record's own page; a list counts only the columns that were chosen, in the statement of its texts. */
    async present(rows, { tx, session, services }, of) {
      if (of === 'list') return rows;
      const totals = await totalsOf(
        tx,
        session.tenantId,
        rows.map((row) => String(row['id'])),
        session.scope,
      );
      return Promise.all(
        rows.map(async (row) => {
          const counted = totals.get(String(row['id']));
          const through = await sentThrough({ tx, services }, session.tenantId, { kind, id: String(row['id']) });
          return { ...row, totals: counted, unknown_messages: counted?.unknown || null, sent_through: through };
        }),
      );
    },
  };
}

/** Who takes its messages, or would if it started now. */
async function sentThrough(
  { tx, services }: Pick<Context, 'tx' | 'services'>,
  tenantId: string,
  ref: CampaignRef,
): Promise<string | null> {
  const campaign = await readCampaign(tx, tenantId, ref, 'read');
  if (!campaign || (campaign.run > 0 && campaign.sender === null)) return null;
  return takerWords(tx, services, tenantId, { channel: campaign.channel, kept: campaign.sender });
}

/** A draft can be changed, and so can a scheduled one; of a campaign that has started, the past would change. */
function refuseStarted(state: unknown): void {
  if (!campaignEditIf.in.some((one) => one === state))
    throw problem(409, `This campaign is ${state === 'sending' ? 'being sent' : String(state)} and cannot be changed.`);
}

async function checkTemplate(kind: CampaignKind, own: unknown, id: unknown, { tx, session }: Context): Promise<void> {
  const channel = campaignKinds[kind].channel ?? ledgerChannels.find((one) => one === own);
  const found = channel && (await messageOfCampaign(tx, session.tenantId, { channel, template_id: String(id) }));
  if (!found) throw invalid('template_id', 'This channel has no active template with that ID');
}
