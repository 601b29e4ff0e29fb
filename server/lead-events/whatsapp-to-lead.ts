import sql from 'sql-template-tag';
import { queueWhatsapp } from '../channels/queue-whatsapp';
import { providerOf } from '../channels/providers';
import { chatWith } from '../channels/whatsapp-chats';
import {
  filledNames,
  filledTemplateText,
  missingNames,
  templateValues,
  type Filled,
  type TemplateVariable,
} from '../domain/placeholders';
import { openUntil, templatesOnly } from '../domain/reply-window';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import type { MessageParams } from './tenant-rules';

/** `id`: the message's row, in its chat or in the outbox. */
/** `message` of what is done: what it waits for. */
export type Written = { readonly result: 'done'; readonly id: string; readonly message?: string } | NotSent;
export type SendOutcome = { readonly result: 'done'; readonly message?: string } | NotSent;
type NotSent = { readonly result: 'skipped' | 'failed'; readonly message: string };

interface Template {
  readonly id: string;
  readonly template_name: string;
  readonly template_body: string;
  readonly provider_status: string;
  readonly variables: readonly TemplateVariable[] | null;
}

/**
 * A message to a lead on WhatsApp, by the tenant's own provider where there is one: an approved template, or in the 24 hours after
 * the lead's last message the text of the action itself. Its row in the chat says what became of it. `to` is the lead's number.
 */
export async function whatsappToLead(
  place: {
    tx: Tx;
    services: Services;
    by: { readonly tenantId: string; readonly userId: string | null };
    lead: object;
    sentBy?: string;
  },
  to: string,
  params: MessageParams,
  when: { readonly notBefore?: Date; readonly promotional?: boolean } = {},
): Promise<Written> {
  const { tx, services, by, lead } = place;
  const text = typeof params.body === 'string' && params.body.trim() ? params.body.slice(0, 4096) : undefined;
  const filled = text === undefined ? await filledTemplate(tx, by.tenantId, params.template_id, lead) : undefined;
  if (text === undefined && !filled) return { result: 'failed', message: 'The template does not exist or is not active.' };
  const template = filled?.template;
  const isReal = (await providerOf(tx, services, by.tenantId, 'whatsapp')) !== undefined;
  if (isReal && template && template.provider_status !== 'APPROVED')
    return { result: 'failed', message: `The template ${template.template_name} is not approved yet.` };
  if (isReal && filled?.missing.length)
    return {
      result: 'skipped',
      message: `The lead has no value for ${filled.missing.join(', ')} of ${template!.template_name}.`,
    };
  const unfilled = filled ? [] : missingNames(text!, lead);
  if (unfilled.length) return { result: 'skipped', message: `The lead has no value for ${unfilled.join(', ')}.` };
  const now = services.now();
  const chat = await chatWith(tx, by.tenantId, to.replace(/\D/g, ''), null);
  const isOpen = openUntil(chat.last_in_at, now) !== null;
  if (isReal && !template && !isOpen) return { result: 'skipped', message: templatesOnly };
  const { text: body, fills } = filled ?? filledNames(text!, lead, 'text');
  const content = {
    type: template ? ('template' as const) : ('text' as const),
    text: body,
    fills,
    mediaId: null,
    mediaUrl: null,
    templateId: template?.id ?? null,
    params: filled?.values ?? [],
    businessInitiated: !isOpen,
    promotional: when.promotional === true,
    at: now,
    ...(place.sentBy === undefined ? {} : { sentBy: place.sentBy }),
  };
  const { kept } = await queueWhatsapp(
    tx,
    services,
    by,
    chat,
    {
      to,
      ...(template ? { subject: template.template_name } : {}),
      body,
      ...(when.notBefore ? { notBefore: when.notBefore } : {}),
    },
    content,
  );
  return { result: 'done', id: kept._id };
}

/** An active template with the lead's values; `missing` names the placeholders that have none. */
export async function filledTemplate(
  tx: Tx,
  tenantId: string,
  id: unknown,
  lead: object,
): Promise<(Filled & { template: Template; values: string[]; missing: string[] }) | undefined> {
  const template = await templateOf(tx, tenantId, id);
  if (!template) return undefined;
  const variables = template.variables ?? [];
  return {
    template,
    ...filledTemplateText(template.template_body, variables, lead),
    ...templateValues(template.template_body, variables, lead),
  };
}

function templateOf(tx: Tx, tenantId: string, id: unknown): Promise<Template | undefined> {
  return tx.row<Template>(
    sql`select "id", "template_name", "template_body", "provider_status", "variables" from "whatsapp_templates"
        where "tenant_id" = ${tenantId} and "id" = ${typeof id === 'string' ? id : ''} and "status" = 1 and "deleted_at" is null`,
    'template-of-whatsapp',
  );
}
