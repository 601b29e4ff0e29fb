import sql from 'sql-template-tag';
import { resources } from '../../src/schemas/kit/all';
import { sendReasons } from '../../src/schemas/kit/send-reasons';
import type { Lead } from '../../src/schemas/leads/leads';
import type { ChannelName, Message } from '../context/channels';
import { safeHtml } from '../domain/clean-html';
import { filledNames, missingNames, writtenOut, type TemplateVariable } from '../domain/placeholders';
import type { Services } from '../context/services';
import { ident, table } from '../store/identifiers';
import type { Tx } from '../store/store';
import { gateForLead } from './lead-gate';
import { whatsappToLead, type SendOutcome, type Written } from './whatsapp-to-lead';
import type { MessageParams } from './tenant-rules';

type Reached = Pick<Lead, 'id' | 'name' | 'email' | 'phone' | 'whatsapp_number' | 'do_not_disturb'>;
export type ReachableLead = Readonly<Required<Reached>> & { readonly consent: Readonly<Record<string, boolean>> | null };
export const reachable = (lead: Readonly<Required<Reached & Pick<Lead, 'consent'>>>): ReachableLead => ({
  ...lead,
  consent: Object.fromEntries(Object.entries(lead.consent ?? {}).map(([name, value]) => [name, value !== false])),
});
/** What a message says, before it is filled. */
interface MessageText {
  readonly body: string;
  readonly subject?: string | null;
  readonly html?: boolean;
  readonly from?: string;
  readonly dlt?: Message['dlt'];
}
/** The transaction, in whose name, and to whom. */
export interface LeadPlace {
  readonly tx: Tx;
  readonly services: Services;
  readonly by: { readonly tenantId: string; readonly userId: string | null };
  readonly lead: ReachableLead;
  /** The person who writes this one message; none where automation does. */
  readonly sentBy?: string;
}

/** One message to one lead: the text of a template or of the action itself, unless the lead or the tenant does not want it. */
export async function sendToLead(
  place: LeadPlace & { readonly noMessages: boolean },
  channel: ChannelName,
  params: MessageParams,
): Promise<SendOutcome> {
  if (place.noMessages) return { result: 'skipped', message: 'The stage change was saved with automation messages turned off.' };
  const sent = await written(place, channel, params, true);
  if (sent.result !== 'done') return sent;
  return sent.message === undefined ? { result: 'done' } : { result: 'done', message: sent.message };
}

/** As sendToLead, whatever the tenant says of automation. */
export const writeToLead = (place: LeadPlace, channel: ChannelName, params: MessageParams): Promise<Written> =>
  written(place, channel, params, false);

async function written(place: LeadPlace, channel: ChannelName, params: MessageParams, automatic: boolean): Promise<Written> {
  const { tx, services, by, lead } = place;
  const asked = { automatic, templateId: params.template_id };
  const reached = await gateForLead(tx, by.tenantId, lead, channel, asked, services.now());
  if ('why' in reached) return { result: 'skipped', message: reached.why };
  const { to, ...when } = reached;
  const waits = when.notBefore ? { message: `${sendReasons.outside_hours}.` } : {};
  if (channel === 'whatsapp') {
    const sent = await whatsappToLead(place, to, params, when);
    return sent.result === 'done' ? { ...sent, ...waits } : sent;
  }
  const template = await templateOf(tx, by.tenantId, channel, params);
  if (!template) return { result: 'failed', message: 'The template does not exist or is not active.' };
  const missing = missingNames(`${template.subject ?? ''} ${template.body}`, lead);
  if (missing.length) return { result: 'skipped', message: `The lead has no value for ${missing.join(', ')}.` };
  const sentBy = place.sentBy === undefined ? {} : { sentBy: place.sentBy };
  const message = { ...messageOf(template, lead, channel, to), leadId: lead.id, ...sentBy, ...when };
  const { id } = await services.channels.send(tx, by.tenantId, message);
  return { result: 'done', id, ...waits };
}

/** The text that the action carries, or that of the channel's template. */
export async function templateOf(
  tx: Tx,
  tenantId: string,
  channel: ChannelName,
  params: MessageParams,
): Promise<MessageText | undefined> {
  if (typeof params.body === 'string' && params.body.trim())
    return { body: params.body.slice(0, 5000), subject: typeof params.subject === 'string' ? params.subject : null };
  const from = templates[channel];
  const resource = resources.find((one) => one.name === from.resource);
  if (!resource || typeof params.template_id !== 'string') return undefined;
  const subject = from.subject ? ident(from.subject) : sql`null::text`;
  const row = await tx.row<MessageText>(
    sql`select ${ident(from.body)} as "body", ${subject} as "subject" from ${table(resource)}
        where "tenant_id" = ${tenantId} and "id" = ${params.template_id} and "deleted_at" is null
          and ${from.active ? sql`${ident(from.active)} = 1` : sql`true`}`,
    `template-${channel}`,
  );
  if (!row?.body) return undefined; // a template of another channel has no such text
  const html = from.body === 'body_html';
  if (channel === 'sms') {
    const own: Registered | undefined = await tx.row(
      sql`select "dlt_entity_id" as "entity", "dlt_template_id" as "template", "sender_id" as "sender", "variables" from "sms_templates"
          where "tenant_id" = ${tenantId} and "id" = ${params.template_id}`,
      'template-dlt',
    );
    const dlt = own?.template ? { dlt: { entity: own.entity, template: own.template } } : {};
    const from = own?.sender ? { from: own.sender } : {};
    return { ...row, body: writtenOut(row.body, own?.variables ?? []), html, ...from, ...dlt };
  }
  return { ...row, ...(html ? { body: safeHtml(row.body) } : {}), html };
}

/** How the operators know an SMS template. */
interface Registered {
  readonly entity: string | null;
  readonly template: string | null;
  readonly sender: string | null;
  readonly variables: TemplateVariable[] | null;
}

/** Where the texts of a channel are kept. */
const templates: Readonly<Record<ChannelName, { resource: string; body: string; subject?: string; active?: string }>> = {
  sms: { resource: 'sms-templates', body: 'body', active: 'status' },
  email: { resource: 'campaign-templates', body: 'body_html', subject: 'subject', active: 'status' },
  whatsapp: { resource: 'whatsapp-templates', body: 'template_body' },
  voice: { resource: 'voice-files', body: 'name', active: 'is_active' },
};

/** The message to this lead. In a text that is HTML the lead's values are text: anyone can write a lead's name. */
export function messageOf(
  { subject, body, html, from, dlt }: MessageText,
  lead: ReachableLead,
  channel: ChannelName,
  to: string,
): Message {
  const title = subject ? filledNames(subject, lead, 'line') : undefined;
  const said = filledNames(body, lead, html ? 'html' : 'text');
  return {
    channel,
    to,
    ...(title ? { subject: title.text, subjectFills: title.fills } : {}),
    body: said.text,
    fills: said.fills,
    ...(html ? { html } : {}),
    ...(from === undefined ? {} : { from }),
    ...(dlt ? { dlt } : {}),
  };
}
