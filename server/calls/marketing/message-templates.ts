import sql from 'sql-template-tag';
import * as templateCalls from '../../../src/schemas/calls/message-templates';
import { mayDo } from '../../../src/schemas/kit/access';
import { mergeFields } from '../../../src/schemas/kit/merge-fields';
import { recordIn, recordsIn } from '../../../src/schemas/kit/is-record';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import { smsLength } from '../../../src/schemas/kit/sms-parts';
import { campaignTemplates } from '../../../src/schemas/marketing/campaign-templates';
import { smsTemplates } from '../../../src/schemas/marketing/sms-templates';
import { whatsappTemplates } from '../../../src/schemas/marketing/whatsapp-templates';
import { messageOfTemplate, render, templateOf, type Template } from '../../campaigns/campaign-message';
import { addressOf, asSeenBy, sendTestMessage, type Shown } from '../../campaigns/campaign-test';
import { leadColumns } from '../../campaigns/recipients';
import { countSending } from '../../channels/count-sending';
import type { Context, Handlers } from '../../context/context';
import { ownerInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { cleanHtml } from '../../domain/clean-html';
import { htmlText } from '../../domain/html-text';
import { leadOf } from '../../leads/lead-access';

export const handlers: Handlers = {
  ...handle(templateCalls.templatePreview, preview),
  ...handle(templateCalls.templateTest, test),
};

type Channel = templateCalls.TemplateChannel;
const resources = { sms: smsTemplates, email: campaignTemplates, whatsapp: whatsappTemplates } as const;

async function preview(
  context: CallContext<typeof templateCalls.templatePreview>,
): Promise<CallReply<typeof templateCalls.templatePreview>> {
  const { session, body } = context;
  const { channel } = body;
  if (!mayDo(session, resources[channel].access, 'read')) throw problem(403, notAllowed);
  const lead = await leadFor(context, body.lead_id);
  const template = draftOf(channel, body.template);
  const rendered = render(messageOfTemplate(template, { channel }), channel, lead ?? namesThemselves);
  const text = channel === 'email' ? htmlText(rendered.body) : rendered.body;
  return {
    data: {
      lead_name: lead?.name ?? null,
      subject: channel === 'email' ? rendered.subject : null,
      body: rendered.body,
      plain: channel === 'email' ? (rendered.plain ?? text) : null,
      missing: lead ? rendered.missing : [],
      size: channel === 'sms' ? smsLength(rendered.body) : null,
    },
  };
}

/** By the one send path: the gate is not asked, since the address is the sender's own choice. */
async function test(
  context: CallContext<typeof templateCalls.templateTest>,
): Promise<CallReply<typeof templateCalls.templateTest>> {
  const { tx, session, body } = context;
  const { channel, template_id: templateId } = body;
  if (!mayDo(session, resources[channel].access, 'create')) throw problem(403, notAllowed);
  const template = await templateOf(tx, session.tenantId, channel, templateId);
  if (!template?.body) throw invalid('template_id', 'This template does not exist or is not active');
  const to = addressOf(body.to, channel === 'email');
  const message = messageOfTemplate({ ...template, body: template.body }, { channel });
  const lead = (await leadFor(context, body.lead_id)) ?? namesThemselves;
  const { missing } = render(message, channel, lead);
  if (missing.length) throw invalid('lead_id', `This lead has no value for ${missing.join(', ')}`);
  await countSending(context, channel);
  await sendTestMessage(context, { channel, message, templateId }, to, lead);
  return { message: `Test sent to ${to}.` };
}

/** With the values as this person sees them; a lead that nobody named is the newest in their scope. */
async function leadFor(context: Pick<Context, 'tx' | 'session'>, id: string | undefined): Promise<Shown | undefined> {
  const { tx, session } = context;
  const found: Shown | undefined =
    id === undefined
      ? await tx.row(sql`
          select ${leadColumns} from (select * from "leads" where "tenant_id" = ${session.tenantId} and "deleted_at" is null
            and "merged_into" is null and ${ownerInScope(session.scope)} order by "id" desc limit 1) l`)
      : await leadOf(context, id);
  return found && asSeenBy(session, found);
}

/** Where there is no lead at all, each placeholder is shown with its field's name. */
const namesThemselves = mergeFields;

/** What is typed, as a template of its own; fields that are missing or of another type are empty. */
function draftOf(channel: Channel, given: object): Template & { readonly body: string } {
  const draft = recordIn(given);
  const text = (name: string): string | null => {
    const value = draft[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const bodies = { sms: 'body', email: 'body_html', whatsapp: 'template_body' } as const;
  const body = text(bodies[channel]) ?? '';
  const variables = recordsIn(draft['variables']).map(({ placeholder, field, fallback }) => ({
    placeholder: String(placeholder ?? ''),
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof fallback === 'string' ? { fallback } : {}),
  }));
  return {
    name: text('name') ?? text('template_name') ?? '',
    subject: text('subject'),
    body: channel === 'email' ? cleanHtml('body_html', body) : body,
    category: text('dlt_category') ?? text('category'),
    sender: text('sender_id'),
    language: text('language'),
    approval: null,
    variables,
    plain: text('body_text'),
  };
}
