import * as leadMessageCalls from '../../../src/schemas/calls/lead-messages';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { rulesOf } from '../../catalogue/field-rules';
import { countSending } from '../../channels/count-sending';
import { tellOwner } from '../../channels/whatsapp-chats';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { filledNames, missingNames, type Filled } from '../../domain/placeholders';
import { templatesOnly } from '../../domain/reply-window';
import { htmlText } from '../../domain/html-text';
import { reachable, templateOf, writeToLead } from '../../lead-events/send-to-lead';
import { filledTemplate } from '../../lead-events/whatsapp-to-lead';
import { actingOf } from '../../leads/acting';
import { leadOf, type LeadRecord } from '../../leads/lead-access';
import { noteShared, type ShareLink } from '../../leads/college-choice';
import { noteMessageOut } from '../../leads/note-on-lead';
import { messagesOf } from './message-rows';
import { mayWrite, templatesOf, writable, type Writable } from '../../leads/message-rules';
import { veiledText } from './masked-text';

export const handlers: Handlers = {
  ...handle(leadMessageCalls.leadMessages, thread),
  ...handle(leadMessageCalls.leadMessageTemplates, templates),
  ...handle(leadMessageCalls.leadMessagePreview, preview),
  ...handle(leadMessageCalls.leadMessageSend, send),
};

type Channel = leadMessageCalls.LeadChannel;

async function thread(
  context: CallContext<typeof leadMessageCalls.leadMessages>,
): Promise<CallReply<typeof leadMessageCalls.leadMessages>> {
  const { params, query } = context;
  const { channel, limit } = query;
  const lead = await leadOf(context, params['id'] ?? '');
  const { refused, open_until } = await writable(context, lead, channel);
  // Who has no access to WhatsApp does not read its messages either.
  const rows = refused?.code === 403 ? [] : await messagesOf(context, lead, channel, { limit: limit + 1 });
  const data: leadMessageCalls.LeadMessages = {
    messages: rows.slice(0, limit),
    more: rows.length > limit,
    refused: refused?.message ?? null,
    open_until,
    templates: refused ? [] : await templatesOf(context, channel),
  };
  return { data };
}

async function templates(
  context: CallContext<typeof leadMessageCalls.leadMessageTemplates>,
): Promise<CallReply<typeof leadMessageCalls.leadMessageTemplates>> {
  const { channel } = context.query;
  const refused = await mayWrite(context, channel);
  return { data: { refused, templates: refused === null ? await templatesOf(context, channel) : [] } };
}

async function preview(
  context: CallContext<typeof leadMessageCalls.leadMessagePreview>,
): Promise<CallReply<typeof leadMessageCalls.leadMessagePreview>> {
  const { params, query, session } = context;
  const lead = await leadOf(context, params['id'] ?? '');
  refuse(await writable(context, lead, query.channel));
  const { subject, body, html, missing } = await filled(context, lead, query.channel, query.template_id);
  const text = veiledText(session, body.text, body.fills);
  return {
    data: { subject: subject && veiledText(session, subject.text, subject.fills), text: html ? htmlText(text) : text, missing },
  };
}

/** Written first, in the lead's lock; what the provider says of it stands at the message later. */
async function send(
  context: CallContext<typeof leadMessageCalls.leadMessageSend>,
): Promise<CallReply<typeof leadMessageCalls.leadMessageSend>> {
  const { tx, services, session, params, body } = context;
  const { channel } = body;
  const lead = await leadOf(context, params['id'] ?? '', 'lock');
  const state = await writable(context, lead, channel);
  refuse(state);
  const college = body.template_id ? undefined : body.clg_id; // a template does not name it
  const shared = college === undefined ? null : await noteShared(context, lead.id, college, channel);
  const said = body.template_id
    ? await ofTemplate(context, lead, channel, body.template_id)
    : ofText(context, lead, state, shared);
  await countSending(context, channel);
  const sent = await writeToLead({ tx, services, by: session, lead: reachable(lead), sentBy: session.userId }, channel, said);
  if (sent.result !== 'done') throw problem(409, sent.message);
  await noteMessageOut(actingOf(context), lead.id);
  if (state.chat) await tellOwner(tx, session.tenantId, state.chat.id, { message: sent.id });
  const [message] = await messagesOf(context, lead, channel, { limit: 1, id: sent.id });
  if (!message) throw new Error('the message that was just written is missing');
  return { message: 'Message sent.', data: message };
}

function refuse({ refused }: Writable): void {
  if (refused) throw problem(refused.code, refused.message);
}

interface FilledMessage {
  readonly subject: Filled | null;
  readonly body: Filled;
  readonly html: boolean;
  readonly missing: readonly string[];
}
/** The template's text for the lead, as it goes out. */
async function filled(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  lead: LeadRecord,
  channel: Channel,
  template_id: string,
): Promise<FilledMessage> {
  const gone = invalid('template_id', 'This template does not exist or is not active');
  if (channel === 'whatsapp') {
    const found = await filledTemplate(tx, session.tenantId, template_id, lead);
    if (!found) throw gone;
    const { template, missing } = found;
    if (template.provider_status !== 'APPROVED')
      throw problem(409, `The template ${template.template_name} is not approved yet.`);
    return { subject: null, body: found, html: false, missing };
  }
  const template = await templateOf(tx, session.tenantId, channel, { template_id });
  if (!template) throw gone;
  const { subject, body, html = false } = template;
  return {
    subject: subject ? filledNames(subject, lead, 'line') : null,
    body: filledNames(body, lead, html ? 'html' : 'text'),
    html,
    missing: missingNames(`${subject ?? ''} ${body}`, lead),
  };
}

async function ofTemplate(
  context: Pick<Context, 'tx' | 'session'>,
  lead: LeadRecord,
  channel: Channel,
  template_id: string,
): Promise<{ template_id: string }> {
  const { missing } = await filled(context, lead, channel, template_id);
  if (missing.length) throw invalid('template_id', `This lead has no value for ${missing.join(', ')}`);
  return { template_id };
}

/** A text of the person's own. It cannot ask for a value of the lead that the person must not see. */
function ofText(
  { body, session }: CallContext<typeof leadMessageCalls.leadMessageSend>,
  lead: LeadRecord,
  { open_until }: Writable,
  shared: ShareLink | null,
): { body: string; subject?: string } {
  const text = body.text?.trim() ?? '';
  const subject = body.subject?.trim() ?? '';
  if (body.channel === 'whatsapp' && !open_until) throw problem(409, templatesOnly);
  if (body.channel === 'email' && !subject) throw invalid('subject', 'Subject is required');
  if (!text) throw invalid('text', 'Message is required');
  const rules = rulesOf(leads, session);
  const seen = Object.fromEntries(Object.entries(lead).filter(([field]) => !isVeiled(rules.get(field))));
  const wrong = (written: string): string => `This lead has no value for ${missingNames(written, seen).join(', ')}`;
  if (missingNames(text, seen).length) throw invalid('text', wrong(text));
  if (missingNames(subject, seen).length) throw invalid('subject', wrong(subject));
  // what the lead gets is a link of their own, so that it is known whether they opened it
  const sent = shared ? text.replaceAll(/\S+/g, (word) => (word === shared.website ? shared.link : word)) : text;
  return { body: sent, ...(body.channel === 'email' ? { subject } : {}) };
}
