import sql from 'sql-template-tag';
import { safeHtml } from '../domain/clean-html';
import {
  filledNames,
  filledTemplateText,
  missingNames,
  templateValues,
  writtenOut,
  type Fill,
  type TemplateVariable,
} from '../domain/placeholders';
import { smsParts } from '../../src/schemas/kit/sms-parts';
import type { JudgedChannel } from '../channels/gate-facts';
import type { LedgerChannel } from '../channels/sender';
import type { Tx } from '../store/store';
import type { Campaign, CampaignMessage } from './campaign-kinds';

export interface Template {
  readonly name: string;
  readonly subject: string | null;
  readonly body: string | null;
  readonly category: string | null;
  readonly sender: string | null;
  readonly language: string | null;
  readonly approval: string | null;
  readonly variables: readonly TemplateVariable[] | null;
  readonly plain?: string | null;
  readonly dlt_entity?: string | null;
  readonly dlt_template?: string | null;
  readonly header_type?: string | null;
  readonly header_url?: string | null;
}

type Source = Pick<
  Campaign,
  'title' | 'body' | 'icon' | 'url' | 'channel' | 'template_id' | 'params' | 'sender_id' | 'from_name' | 'from_email' | 'reply_to'
>;

/** The campaign's active template as it is now; undefined: there is none. */
export async function messageOfCampaign(tx: Tx, tenantId: string, campaign: Source): Promise<CampaignMessage | undefined> {
  if (campaign.channel === 'push') return messageOfPush(campaign);
  const template = await templateOf(tx, tenantId, campaign.channel, campaign.template_id);
  return template?.body ? messageOfTemplate({ ...template, body: template.body }, campaign) : undefined;
}

/** What is said alike to everyone, without a template: it is advertising. */
export const saidToAll = {
  html: false,
  promotional: true,
  approved: true,
  variables: [],
  language: null,
  from: null,
  replyTo: null,
} as const satisfies Partial<CampaignMessage>;

/** A push notification is written for all who get it: it has no placeholders. */
function messageOfPush({ title = '', body = '', icon, url }: Source): CampaignMessage {
  return {
    template: title,
    subject: title,
    body,
    ...saidToAll,
    push: { ...(url ? { url } : {}), ...(icon ? { icon } : {}) },
  };
}

/** What a template says, with the choices of the campaign that sends it. */
export function messageOfTemplate(
  template: Template & { readonly body: string },
  campaign: Omit<Source, 'template_id'>,
): CampaignMessage {
  const { channel } = campaign;
  const own = (campaign.params ?? []).map(({ placeholder, field, text }) => ({
    placeholder,
    ...(field ? { field } : {}),
    ...(text ? { fallback: text } : {}),
  }));
  const sender = campaign.sender_id ?? template.sender;
  const from =
    channel === 'email' && campaign.from_email
      ? { name: campaign.from_name ?? '', address: campaign.from_email }
      : channel === 'sms' && sender
        ? { address: sender }
        : null;
  return {
    template: template.name,
    subject: template.subject,
    body:
      channel === 'email'
        ? safeHtml(template.body)
        : channel === 'sms'
          ? writtenOut(template.body, template.variables ?? [])
          : template.body,
    html: channel === 'email',
    promotional: isPromotional(channel, template.category),
    approved: channel !== 'whatsapp' || template.approval === 'APPROVED',
    variables: own.length ? own : (template.variables ?? []),
    language: template.language,
    from,
    replyTo: campaign.reply_to ?? null,
    plain: template.plain ?? null,
    dlt:
      template.dlt_entity || template.dlt_template
        ? { entity: template.dlt_entity ?? null, template: template.dlt_template ?? null }
        : null,
    header: headerOf(template),
  };
}

function headerOf({ header_type: type, header_url: link }: Template): CampaignMessage['header'] {
  const kind = (['image', 'video', 'document'] as const).find((one) => one === type?.toLowerCase());
  return kind && link ? { type: kind, link } : null;
}

/** Campaigns by email are advertising; of the other channels the template's registered category says it. */
const isPromotional = (channel: LedgerChannel, category: string | null): boolean =>
  channel === 'email' || category === 'promotional' || category === 'service_explicit' || category === 'MARKETING';

export function templateOf(tx: Tx, tenantId: string, channel: LedgerChannel, id: string): Promise<Template | undefined> {
  const which = sql`where "tenant_id" = ${tenantId} and "id" = ${id} and "status" = 1 and "deleted_at" is null`;
  const none = sql`null::text`;
  if (channel === 'sms')
    return tx.row(
      sql`select "name", ${none} as "subject", "body", "dlt_category" as "category", "sender_id" as "sender", "language",
            ${none} as "approval", "variables", "dlt_entity_id" as "dlt_entity", "dlt_template_id" as "dlt_template" from "sms_templates" ${which}`,
      'campaign-template-sms',
    );
  if (channel === 'email')
    return tx.row(
      sql`select "name", "subject", "body_html" as "body", ${none} as "category", ${none} as "sender", ${none} as "language",
            ${none} as "approval", null::jsonb as "variables", "body_text" as "plain" from "campaign_templates" ${which}`,
      'campaign-template-email',
    );
  return tx.row(
    sql`select "template_name" as "name", ${none} as "subject", "template_body" as "body", "category", ${none} as "sender", "language",
          "provider_status" as "approval", "variables", "header_type", "header_media_url" as "header_url" from "whatsapp_templates" ${which}`,
    'campaign-template-whatsapp',
  );
}

/** A message with a lead's values. */
export interface Rendered {
  readonly subject: string | null;
  readonly body: string;
  readonly fills: readonly Fill[];
  readonly subjectFills: readonly Fill[];
  readonly params: readonly string[];
  /** Of an email: its plain text, if the template has one of its own. */
  readonly plain?: string;
  /** Placeholders for which the lead has no value. */
  readonly missing: readonly string[];
}

export function render(message: CampaignMessage, channel: JudgedChannel, lead: object): Rendered {
  const { body, subject, variables } = message;
  if (channel === 'push' || channel === 'voice') return { subject, body, fills: [], subjectFills: [], params: [], missing: [] };
  if (channel === 'email') {
    const [title, said] = [filledNames(subject ?? '', lead, 'line'), filledNames(body, lead, 'html')];
    const plain = message.plain ? filledNames(message.plain, lead, 'text').text : undefined;
    const missing = [...new Set([subject ?? '', body, message.plain ?? ''].flatMap((text) => missingNames(text, lead)))];
    const both = { subject: title.text, subjectFills: title.fills, body: said.text, fills: said.fills, params: [], missing };
    return plain === undefined ? both : { ...both, plain };
  }
  if (channel === 'sms') {
    const { text, fills } = filledNames(body, lead, 'text');
    return { subject: null, subjectFills: [], body: text, fills, params: [], missing: missingNames(body, lead) };
  }
  const said = filledTemplateText(body, variables, lead);
  const { values, missing } = templateValues(body, variables, lead);
  return {
    subject: message.template,
    subjectFills: [],
    body: said.text,
    fills: said.fills,
    params: values,
    missing,
  };
}

/** What a message costs: an SMS by its parts. */
export const costOf = (channel: JudgedChannel, body: string, price: number): number =>
  channel === 'sms' ? price * smsParts(body) : price;
