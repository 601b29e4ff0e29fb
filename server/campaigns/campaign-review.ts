import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { sendReasons, type MessageState } from '../../src/schemas/kit/send-reasons';
import type { Context } from '../context/context';
import { htmlText } from '../domain/html-text';
import { isResult } from '../channels/campaign-result';
import { spentOn } from '../channels/gate-facts';
import { messageOfCampaign, type Rendered } from './campaign-message';
import { ofLeadIn } from './campaign-totals';
import { markOf, nextPeople } from './campaign-people';
import { readCampaign, type Campaign, type CampaignMessage, type CampaignRef } from './campaign-kinds';
import { addressIn, judge, type Judged, type LeadToReach } from './recipients';

type Place = Pick<Context, 'tx' | 'session' | 'services'>;

/** Leads that are counted before sending; of a larger audience these are the first. */
const mostCounted = 50_000;
const atOnce = 2000;

export interface CheckRow {
  readonly what: string;
  readonly people: number;
  readonly cost: string | null;
}

/** What would happen to each lead of the audience if the campaign started now: the gate's own answers, counted. */
export async function checkCampaign(place: Place, ref: CampaignRef): Promise<CheckRow[]> {
  const { tx, session, services } = place;
  const { campaign, message } = await withMessage(place, ref);
  if (!isOpen(campaign)) return [];
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  const facts = { tx, tenantId: session.tenantId, channel: campaign.channel, message, now: services.now() };
  const spent = await spentOn(tx, session.tenantId, campaign.channel);
  let [cost, seen] = [0, 0];
  for (let after = ''; seen < mostCounted;) {
    const leads = await leadsOf(place, campaign, after, atOnce);
    const people = leads.map((lead) => {
      const to = addressIn(lead, campaign.channel);
      const isDuplicate = to !== null && taken.has(to);
      if (to) taken.add(to);
      return { one: lead, lead, to, isDuplicate };
    });
    const judged = await judge({ ...facts, spentBefore: spent + cost }, people);
    for (const { verdict, cost: one } of judged) {
      const what = verdict.send ? 'send' : verdict.reason;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (verdict.send || verdict.reason === 'outside_hours') cost += one;
    }
    seen += leads.length;
    const last = leads.at(-1);
    if (!last || leads.length < atOnce) break;
    after = markOf(last);
  }
  return seen ? rowsOf(counts, cost, seen) : [];
}

/** What has not started can still be looked at before it does. */
const isOpen = ({ state }: Campaign): boolean => state === 'draft' || state === 'scheduled';

function rowsOf(counts: ReadonlyMap<string, number>, cost: number, seen: number): CheckRow[] {
  const rows: CheckRow[] = [{ what: 'Will be sent', people: counts.get('send') ?? 0, cost: cost.toFixed(2) }];
  for (const [reason, sentence] of Object.entries(sendReasons)) {
    const people = counts.get(reason);
    if (people) rows.push({ what: sentence, people, cost: null });
  }
  if (seen >= mostCounted) rows.push({ what: 'Counted so far; the audience is larger', people: seen, cost: null });
  return rows;
}

const previewed = 5;

/** The message as the first leads of the audience would get it. */
export async function previewCampaign(
  place: Place,
  ref: CampaignRef,
): Promise<{ readonly lead: LeadToReach; readonly to: string; readonly rendered: Rendered; readonly text: string }[]> {
  const { tx, session, services } = place;
  const { campaign, message } = await withMessage(place, ref);
  if (!isOpen(campaign)) return [];
  const leads = await leadsOf(place, campaign, '', previewed);
  const people = leads.map((lead) => ({ one: lead, lead, to: addressIn(lead, campaign.channel) }));
  const facts = { tx, tenantId: session.tenantId, channel: campaign.channel, message, now: services.now() };
  return (await judge(facts, people)).map(({ one: lead, to, rendered, verdict }) => ({
    lead,
    to: to ?? '',
    rendered,
    text: textOf(message, rendered, verdict),
  }));
}

function textOf(message: CampaignMessage, rendered: Rendered, verdict: Judged<unknown>['verdict']): string {
  const said = message.html ? htmlText(rendered.body) : rendered.body;
  if (verdict.send || verdict.reason === 'outside_hours') return said;
  return `${sendReasons[verdict.reason]}${verdict.detail ? `: ${verdict.detail}` : ''}`;
}

async function withMessage(place: Place, ref: CampaignRef): Promise<{ campaign: Campaign; message: CampaignMessage }> {
  const { tx, session } = place;
  const campaign = await readCampaign(tx, session.tenantId, ref, 'read');
  if (!campaign) throw problem(404, 'This campaign no longer exists.');
  const message = await messageOfCampaign(tx, session.tenantId, campaign);
  if (!message) throw problem(409, 'The template of this campaign does not exist or is not active.');
  return { campaign, message };
}

const leadsOf = ({ tx, session }: Place, campaign: Campaign, after: string, limit: number): Promise<LeadToReach[]> =>
  nextPeople(tx, session.tenantId, campaign, session.scope, { after, limit });

/** Of a push message the browser: its address says nothing to people. */
const shownAddress = sql`case when o."channel" <> 'push' then o."to" else coalesce((select s."user_agent" from "push_subscribers" s
  where s."tenant_id" = o."tenant_id" and s."id" = o."to"), 'Browser') end`;

export interface RecipientRow {
  readonly lead_id: string | null;
  readonly lead_name: string | null;
  readonly to: string;
  readonly channel: string;
  readonly state: MessageState;
  readonly reason: keyof typeof sendReasons | null;
  readonly error: string | null;
  /** When it is sent at the earliest; of one that waits. */
  readonly due_at: string | null;
  readonly sent_at: string | null;
  readonly run: number;
}

/** The rows of the ledger of a campaign whose leads the reader sees, newest first; `state`, a figure of it, narrows them. */
export async function recipientsOf(
  { tx, session }: Pick<Place, 'tx' | 'session'>,
  id: string,
  { state, limit, page }: { readonly state: string; readonly limit: number; readonly page: number },
): Promise<{ readonly rows: RecipientRow[]; readonly count: number }> {
  const which = isResult(state);
  const mine = ofLeadIn(session.scope);
  const from = sql`from "outbox_messages" o left join "leads" l on l."tenant_id" = o."tenant_id" and l."id" = o."lead_id" and l."deleted_at" is null
    where o."tenant_id" = ${session.tenantId} and o."campaign_id" = ${id} and ${which} and o."deleted_at" is null
      and ${mine}`;
  const counted: { n: number } = await tx.one(
    session.scope === 'tenant'
      ? sql`select count(*)::int as "n" from "outbox_messages" o where o."tenant_id" = ${session.tenantId} and o."campaign_id" = ${id}
              and ${which} and o."deleted_at" is null`
      : sql`select count(*)::int as "n" ${from}`,
  );
  const rows: RecipientRow[] = await tx.rows(sql`
    select o."lead_id", l."name" as "lead_name", ${shownAddress} as "to", o."channel", o."state", o."reason", o."error", o."due_at", o."sent_at", o."run" ${from}
    order by o."id" desc limit ${limit} offset ${(page - 1) * limit}`);
  return { rows, count: counted.n };
}
