import sql from 'sql-template-tag';
import { safeHtml } from '../domain/clean-html';
import {
  filledNames,
  filledTemplateText,
  leadFieldsInMessages,
  missingNames,
  templateValues,
  type Fill,
  type TemplateVariable,
} from '../domain/placeholders';
import { smsParts } from '../../src/schemas/kit/sms-parts';
import type { LedgerChannel } from '../channels/sender';
import type { Tx } from '../store/store';
import type { Campaign, CampaignMessage } from './campaign-kinds';

interface Template {
  readonly name: string;
  readonly subject: string | null;
  readonly body: string | null;
  readonly category: string | null;
  readonly sender: string | null;
  readonly language: string | null;
  readonly approval: string | null;
  readonly variables: readonly TemplateVariable[] | null;
}

type Source = Pick<Campaign, 'channel' | 'template_id' | 'params' | 'sender_id' | 'from_name' | 'from_email' | 'reply_to'>;

/** The campaign's active template as it is now; undefined: there is none. */
export async function messageOfCampaign(tx: Tx, tenantId: string, campaign: Source): Promise<CampaignMessage | undefined> {
  const { channel } = campaign;
  const template = await templateOf(tx, tenantId, channel, campaign.template_id);
  if (!template?.body) return undefined;
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
          ? withTexts(template.body, template.variables ?? [])
          : template.body,
    html: channel === 'email',
    promotional: isPromotional(channel, template.category),
    approved: channel !== 'whatsapp' || template.approval === 'APPROVED',
    variables: own.length ? own : (template.variables ?? []),
    language: template.language,
    from,
    replyTo: campaign.reply_to ?? null,
  };
}

/** A placeholder that is not a lead's field stands for the text that the template gives it. */
function withTexts(body: string, variables: readonly TemplateVariable[]): string {
  const texts = new Map(variables.map(({ placeholder, fallback }) => [nameOf(placeholder), fallback ?? '']));
  return body.replaceAll(/\{\{\s*([a-z_]\w*)\s*\}\}/gi, (whole, name: string) => {
    const text = leadFieldsInMessages.includes(name) ? '' : (texts.get(name) ?? '').replaceAll(/[{}]/g, '');
    return text || whole;
  });
}
const nameOf = (placeholder: string): string => placeholder.replaceAll(/[{}\s]/g, '');

/** Campaigns by email are advertising; of the other channels the template's registered category says it. */
const isPromotional = (channel: LedgerChannel, category: string | null): boolean =>
  channel === 'email' || category === 'promotional' || category === 'service_explicit' || category === 'MARKETING';

function templateOf(tx: Tx, tenantId: string, channel: LedgerChannel, id: string): Promise<Template | undefined> {
  const which = sql`where "tenant_id" = ${tenantId} and "id" = ${id} and "status" = 1 and "deleted_at" is null`;
  const none = sql`null::text`;
  if (channel === 'sms')
    return tx.row(
      sql`select "name", ${none} as "subject", "body", "dlt_category" as "category", "sender_id" as "sender", "language",
            ${none} as "approval", "variables" from "sms_templates" ${which}`,
      'campaign-template-sms',
    );
  if (channel === 'email')
    return tx.row(
      sql`select "name", "subject", "body_html" as "body", ${none} as "category", ${none} as "sender", ${none} as "language",
            ${none} as "approval", null::jsonb as "variables" from "campaign_templates" ${which}`,
      'campaign-template-email',
    );
  return tx.row(
    sql`select "template_name" as "name", ${none} as "subject", "template_body" as "body", "category", ${none} as "sender", "language",
          "provider_status" as "approval", "variables" from "whatsapp_templates" ${which}`,
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
  /** Placeholders for which the lead has no value. */
  readonly missing: readonly string[];
}

export function render(message: CampaignMessage, channel: LedgerChannel, lead: object): Rendered {
  const { body, subject, variables } = message;
  if (channel === 'email') {
    const [title, said] = [filledNames(subject ?? '', lead, 'line'), filledNames(body, lead, 'html')];
    const missing = [...new Set([...missingNames(subject ?? '', lead), ...missingNames(body, lead)])];
    return { subject: title.text, subjectFills: title.fills, body: said.text, fills: said.fills, params: [], missing };
  }
  const known = channel === 'sms' ? withFallbacks(lead, variables) : lead;
  const said = filledTemplateText(body, variables, known);
  const { values, missing } = templateValues(body, variables, known);
  const named = channel === 'sms' ? missingNames(body, known).filter((one) => !isNumbered(one)) : [];
  return {
    subject: channel === 'whatsapp' ? message.template : null,
    subjectFills: [],
    body: said.text,
    fills: said.fills,
    params: values,
    missing: channel === 'sms' ? [...missing.filter(isNumbered), ...named] : missing,
  };
}

const isNumbered = (placeholder: string): boolean => /\d/.test(placeholder);

/** Placeholders with a name can have a text for leads without a value, too. */
function withFallbacks(lead: object, variables: readonly TemplateVariable[]): object {
  const values = new Map<string, unknown>(Object.entries(lead));
  for (const { placeholder, fallback } of variables) {
    const name = nameOf(placeholder);
    if (fallback && !values.get(name)) values.set(name, fallback);
  }
  return Object.fromEntries(values);
}

/** What a message costs: an SMS by its parts. */
export const costOf = (channel: LedgerChannel, body: string, price: number): number =>
  channel === 'sms' ? price * smsParts(body) : price;
