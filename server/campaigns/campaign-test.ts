import type { LeadChannel } from '../../src/schemas/kit/lead-channels';
import { mergeFields, type MergeField } from '../../src/schemas/kit/merge-fields';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { leads } from '../../src/schemas/leads/leads';
import { veilAs } from '../catalogue/field-rules';
import { countSending } from '../channels/count-sending';
import { queueWhatsapp } from '../channels/queue-whatsapp';
import { chatWith } from '../channels/whatsapp-chats';
import type { Context } from '../context/context';
import { normalisePhone } from '../domain/phone';
import { messageOfCampaign, render } from './campaign-message';
import { readCampaign, type CampaignMessage, type CampaignRef } from './campaign-kinds';
import { nextPeople } from './campaign-people';
import type { LeadToReach } from './recipients';

/** One message of the campaign to an address that a person typed, with the values of the first lead of its audience. */
export async function sendTest(context: Context, ref: CampaignRef, typed: unknown): Promise<void> {
  const { tx, session } = context;
  const { tenantId } = session;
  const campaign = await readCampaign(tx, tenantId, ref, 'read');
  const message = campaign && (await messageOfCampaign(tx, tenantId, campaign));
  if (!campaign || !message) throw problem(409, 'The template of this campaign does not exist or is not active.');
  const { channel, template_id: templateId } = campaign;
  if (channel === 'push') throw problem(409, 'This channel has no test.');
  const to = addressOf(typed, channel === 'email');
  await countSending(context, channel);
  const [lead] = await nextPeople(tx, tenantId, campaign, session.scope, { after: '', limit: 1 });
  await sendTestMessage(context, { channel, message, templateId }, to, lead ? asSeenBy(session, lead) : {});
}

/** The values of a lead that a person can see, as the rules of their role say; a test shows no others. */
export function asSeenBy(session: Context['session'], lead: Shown): Shown {
  const names = Object.fromEntries(Object.keys(mergeFields).map((name) => [name, name]));
  return veilAs<Shown>(leads, session, lead, names);
}
export type Shown = Pick<LeadToReach, MergeField>;

/** One message to an address that a person typed, on the way that every message takes; the caller has counted it. */
export async function sendTestMessage(
  { tx, session, services }: Context,
  said: { readonly channel: LeadChannel; readonly message: CampaignMessage; readonly templateId: string },
  to: string,
  lead: object,
): Promise<void> {
  const { tenantId } = session;
  const { channel, message, templateId } = said;
  const { subject, body, params, plain } = render(message, channel, lead);
  if (channel !== 'whatsapp') {
    const { from, dlt } = message;
    const own =
      channel === 'email'
        ? { subject: `[Test] ${subject ?? ''}`, html: true, ...(plain === undefined ? {} : { plain }) }
        : { ...(from ? { from: from.address } : {}), ...(dlt ? { dlt } : {}) };
    await services.channels.send(tx, tenantId, { channel, to, body, ...own });
    return;
  }
  const chat = await chatWith(tx, tenantId, to.replace(/\D/g, ''), null);
  const content = {
    type: 'template' as const,
    text: body,
    mediaId: null,
    mediaUrl: null,
    templateId,
    params,
    businessInitiated: true,
    at: services.now(),
  };
  await queueWhatsapp(tx, services, session, chat, { to, subject: message.template, body }, content);
}

/** The address that was typed, in the form in which it is sent to. Throws Problem 422 naming `to`. */
export function addressOf(typed: unknown, isEmail: boolean): string {
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (isEmail) {
    if (!/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text)) throw invalid('to', 'Enter a valid email address');
    return text.toLowerCase();
  }
  const phone = normalisePhone(text);
  if (!phone.ok) throw invalid('to', 'Enter a valid phone number');
  return phone.e164;
}
