import sql from 'sql-template-tag';
import { leadGenAudiences } from '../../../src/schemas/automation/lead-gen-audiences';
import { leadGenBroadcasts } from '../../../src/schemas/automation/lead-gen-broadcasts';
import { counted } from '../../../src/schemas/kit/counted';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import {
  campaignResultLabels,
  campaignResultNames,
  messageStateLabels,
  sendReasons,
} from '../../../src/schemas/kit/send-reasons';
import { leads } from '../../../src/schemas/leads/leads';
import { emailCampaigns } from '../../../src/schemas/marketing/email-campaigns';
import { pushNotifications } from '../../../src/schemas/marketing/push-notifications';
import { smsCampaigns } from '../../../src/schemas/marketing/sms-campaigns';
import { whatsappCampaigns } from '../../../src/schemas/marketing/whatsapp-campaigns';
import { keepRun, type CampaignKind, type CampaignRef } from '../../campaigns/campaign-kinds';
import { decideUnknown, moveCampaign, startCampaign } from '../../campaigns/campaign-moves';
import { totalsOf } from '../../campaigns/campaign-totals';
import { checkCampaign, previewCampaign, recipientsOf } from '../../campaigns/campaign-review';
import { sendTest } from '../../campaigns/campaign-test';
import { keyFrom } from '../../catalogue/drafts';
import { veilAs } from '../../catalogue/field-rules';
import { fetchRow } from '../../catalogue/rows';
import { startTime } from '../../domain/start-time';
import { showFills } from '../../domain/placeholders';
import type { Context, Handlers, Reply } from '../../context/context';
import { ownerInScope } from '../../context/data-scope';
import { named } from '../../context/handle';
import { wallText } from '../../domain/wall-time';
import { audienceSize } from '../../lead-events/audience';
import { newId } from '../../store/ids';

type Work = (context: Context, ref: CampaignRef) => Promise<Reply>;

/** The buttons and sections of a campaign's page, the same for each kind of campaign. */
const works: Readonly<Record<string, Work>> = { start, move, decide, segment, test, results, check, preview, recipients };

export const handlers: Handlers = {
  ...of(smsCampaigns, 'sms-campaigns'),
  ...of(emailCampaigns, 'email-campaigns'),
  ...of(whatsappCampaigns, 'whatsapp-campaigns'),
  ...of(pushNotifications, 'push-notifications'),
  ...of(leadGenBroadcasts, 'lead-gen-broadcasts'),
};

function of(resource: AnyResource, kind: CampaignKind): Handlers {
  const own = Object.entries(works).filter(([name]) => Object.hasOwn(resource.actions ?? {}, name));
  return own.reduce<Handlers>((handled, [name, work]) => {
    const one = async (context: Context) => {
      const row = await fetchRow(resource, keyFrom(resource, context), context);
      return work(context, { kind, id: String(row['id']) });
    };
    return { ...handled, ...named(`${kind}.${name}`, one) };
  }, {});
}

async function start(context: Context, ref: CampaignRef): Promise<Reply> {
  const at = context.body['schedule_at'];
  const { tx, session, services } = context;
  const now = services.now();
  const planned = at === undefined || at === null ? null : startTime(at, { name: 'schedule_at', title: 'Start at' }, now);
  const started = await startCampaign(context, ref, planned?.toISOString() ?? null);
  await keepRun(tx, session.tenantId, ref.id, { firstAt: planned ?? now });
  const people = counted(started.queued, 'lead');
  return { message: started.at ? `Scheduled for ${people}.` : `Sending to ${people}.` };
}

async function move(context: Context, ref: CampaignRef): Promise<Reply> {
  return { message: await moveCampaign(context, ref, context.body['to']) };
}

async function decide(context: Context, ref: CampaignRef): Promise<Reply> {
  return { message: await decideUnknown(context, ref, context.body['as']) };
}

async function test(context: Context, ref: CampaignRef): Promise<Reply> {
  await sendTest(context, ref, context.body['to']);
  return { message: 'Test sent.' };
}

/** An audience of the leads that one of the figures counts, found again each time it is used. */
async function segment(context: Context, ref: CampaignRef): Promise<Reply> {
  const { tx, session, body } = context;
  const name = typeof body['name'] === 'string' ? body['name'].trim() : '';
  if (!name || name.length > 120) throw invalid('name', 'Enter a name of up to 120 characters');
  const state = campaignResultNames.find((one) => one === body['results']);
  if (!state) throw invalid('results', 'Choose a result');
  const known = await tx.row(sql`
    select 1 from "lead_gen_audiences" where "tenant_id" = ${session.tenantId} and lower("name") = lower(${name}) and "deleted_at" is null`);
  if (known) throw problem(409, `${leadGenAudiences.label} '${name}' already exists.`);
  const audience = { kind: 'campaign', campaign_id: ref.id, campaign_result: state } as const;
  const size = await audienceSize(tx, session.tenantId, audience, session.timezone, ownerInScope(session.scope));
  await tx.run(sql`
    insert into "lead_gen_audiences" ("tenant_id", "id", "name", "kind", "campaign_id", "campaign_result", "count")
    values (${session.tenantId}, ${newId()}, ${name}, 'campaign', ${ref.id}, ${state}, ${size})`);
  return { message: `Segment '${name}' created with ${counted(size, 'lead')}. It is under Lead Generation, Audience.` };
}

const resultNames = ['audience', ...campaignResultNames] as const;
/** Each is a share of the audience, or of what was sent. */
const ofAudience: readonly string[] = ['waiting', 'held', 'sent', 'failed', 'unknown'];

/** Figures of the whole campaign, counted now; those that are zero are left out, except for the first steps. */
async function results(context: Context, ref: CampaignRef): Promise<Reply> {
  const { tx, session } = context;
  const totals = (await totalsOf(tx, session.tenantId, [ref.id], session.scope)).get(ref.id);
  if (!totals?.audience) return { data: [], count: 0, ...(await whyEmpty(context, ref)) };
  const data = resultNames
    .filter((name) => totals[name] > 0 || name === 'sent' || name === 'delivered')
    .map((name) => {
      const whole = ofAudience.includes(name) ? totals.audience : totals.sent;
      const share = name === 'audience' || !whole ? null : `${((totals[name] * 100) / whole).toFixed(1)} %`;
      return { result: name === 'audience' ? 'Audience' : campaignResultLabels[name], messages: totals[name], share };
    });
  return paged(context, data);
}

/** Why there is nothing to show, where the campaign has begun: none of its leads is the reader's. */
async function whyEmpty({ tx, session }: Context, ref: CampaignRef): Promise<{ more?: { empty: string } }> {
  const mine = (await totalsOf(tx, session.tenantId, [ref.id], session.scope)).get(ref.id)?.audience ?? 0;
  if (mine) return {};
  const all = (await totalsOf(tx, session.tenantId, [ref.id], 'tenant')).get(ref.id)?.audience ?? 0;
  return all ? { more: { empty: 'None of your leads was in this campaign.' } } : {};
}

async function check(context: Context, ref: CampaignRef): Promise<Reply> {
  return paged(context, await checkCampaign(context, ref));
}

async function preview(context: Context, ref: CampaignRef): Promise<Reply> {
  const rows = await previewCampaign(context, ref);
  const data = rows.map(({ lead, to, rendered, text }) => {
    const shown = veilAs(leads, context.session, { ...lead, ...reached(to) }, { ...contactNames, name: 'name' });
    const fields = new Map<string, unknown>(Object.entries(shown));
    const said =
      text === rendered.body ? showFills({ text, fills: rendered.fills }, (field) => String(fields.get(field) ?? '…')) : text;
    return { lead_id: lead.id, lead_name: shown.name, to: shown.at_email ?? shown.at_phone, text: said };
  });
  return { data, count: data.length };
}

/** An address under the name of the lead's field that it is, so that it is veiled as that field. */
const reached = (to: string) => (to.includes('@') ? { at_email: to, at_phone: null } : { at_email: null, at_phone: to });
const contactNames = {
  at_email: 'email',
  at_phone: 'phone',
  email: 'email',
  phone: 'phone',
  alternate_phone: 'alternate_phone',
  whatsapp_number: 'whatsapp_number',
  city: 'city',
  state: 'state',
};

async function recipients(context: Context, ref: CampaignRef): Promise<Reply> {
  const state = typeof context.query['result'] === 'string' ? context.query['result'] : '';
  const { rows, count } = await recipientsOf(context, ref.id, { state, ...pageOf(context) });
  const data = rows.map((row) => {
    const shown = veilAs(
      leads,
      context.session,
      { ...row, ...reached(row.channel === 'push' ? '' : row.to) },
      { lead_name: 'name', at_email: 'email', at_phone: 'phone' },
    );
    const opens = row.reason === 'outside_hours' && row.due_at ? wallText(row.due_at, context.session.timezone) : null;
    const why = [row.reason ? sendReasons[row.reason] : null, opens && `from ${opens.slice(-5)}`, row.error];
    return {
      lead_id: row.lead_id,
      lead_name: shown.lead_name,
      to: row.channel === 'push' ? row.to : (shown.at_email ?? shown.at_phone),
      state: messageStateLabels[row.state],
      why: why.filter(Boolean).join(': ') || null,
      sent_at: row.sent_at,
      run: row.run,
    };
  });
  return { data, count, ...(count ? {} : await whyEmpty(context, ref)) };
}

function paged(context: Context, rows: readonly object[]): Reply {
  const { limit, page } = pageOf(context);
  return { data: rows.slice((page - 1) * limit, page * limit), count: rows.length };
}

function pageOf({ query }: Context): { readonly limit: number; readonly page: number } {
  const whole = (name: string, fallback: number, most: number): number => {
    const value = Number(query[name] ?? fallback);
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw invalid(name, `${name} must be a whole number from 1 to ${most}`);
    return value;
  };
  return { limit: whole('limit', 10, 100), page: whole('page_number', 1, 100_000) };
}
