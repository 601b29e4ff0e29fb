import sql from 'sql-template-tag';
import type { LeadChannel } from '../../src/schemas/kit/lead-channels';
import { sendReasons, type SendReason } from '../../src/schemas/kit/send-reasons';
import { gateOf, optedOut, receivedBy } from '../channels/gate-facts';
import type { ChannelName } from '../context/channels';
import { gate, type GateSettings } from '../domain/send-gate';
import { zoneOfNumber } from '../domain/sending-hours';
import type { Tx } from '../store/store';

/** What the gate needs of a lead that one message is written to. */
interface Reached {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly whatsapp_number: string | null;
  readonly do_not_disturb: boolean | null;
  readonly consent: Readonly<Record<string, boolean>> | null;
}
/** `notBefore`: a promotional message of an automation that waits for sending hours. */
export type Reachable =
  | { readonly to: string; readonly notBefore?: Date; readonly promotional?: boolean }
  | { readonly why: string };

const open: GateSettings = {
  hours: { from: '00:00', to: '00:00' },
  zone: 'Asia/Kolkata',
  cap: null,
  automation: true,
  balance: null,
};

/** May this one message go to this lead now? The campaigns' gate, with what is known of the lead. */
export async function gateForLead(
  tx: Tx,
  tenantId: string,
  lead: Reached,
  channel: ChannelName,
  message: { readonly automatic: boolean; readonly templateId?: unknown },
  now: Date,
): Promise<Reachable> {
  const to = addressIn(lead, channel);
  if (to === null) return { why: whyNot('no_address', channel) };
  const inLedger = isLedger(channel);
  const settings = message.automatic ? await settingsOf(tx, tenantId, channel) : open;
  const cap = { cap: settings.cap, capDays: 'capDays' in settings ? Number(settings.capDays) : 7 };
  const promotional = inLedger && (await isPromotional(tx, tenantId, channel, message.templateId));
  const isHeld = promotional && message.automatic;
  const out = inLedger ? await optedOut(tx, tenantId, channel, [to]) : new Set<string>();
  const received = isHeld ? await receivedBy(tx, tenantId, [lead.id], cap, now) : undefined;
  const recipient = {
    to,
    zone: zoneOfNumber(lead.whatsapp_number ?? lead.phone),
    doNotDisturb: lead.do_not_disturb,
    consent: lead.consent,
    optedOut: out.has(to),
    received: received?.get(lead.id) ?? 0,
  };
  const verdict = gate(recipient, channel, { promotional: isHeld, automatic: message.automatic }, settings, now);
  const about = { to, ...(promotional ? { promotional } : {}) };
  if (verdict.send) return about;
  return verdict.until ? { ...about, notBefore: verdict.until } : { why: whyNot(verdict.reason, channel) };
}

/** Why a person's message would not go to each of these leads; null where it would. Two statements for all of them. */
export async function refusedByGate(
  tx: Tx,
  tenantId: string,
  leads: readonly Reached[],
  channel: LeadChannel,
  now: Date,
): Promise<readonly (string | null)[]> {
  const addresses = leads.map((lead) => addressIn(lead, channel));
  const out = await optedOut(
    tx,
    tenantId,
    channel,
    addresses.filter((to) => to !== null),
  );
  return leads.map(({ do_not_disturb: doNotDisturb, consent }, at) => {
    const to = addresses[at] ?? null;
    const recipient = { to, doNotDisturb, consent, optedOut: to !== null && out.has(to) };
    const verdict = gate(recipient, channel, { promotional: false, automatic: false }, open, now);
    return verdict.send ? null : whyNot(verdict.reason, channel);
  });
}

/** May a person begin a conversation with this number? With what is known of the chat's lead, where it has one. */
export async function gateForChat(
  tx: Tx,
  tenantId: string,
  chat: { readonly wa_user_id: string; readonly lead_id: string | null },
  now: Date,
): Promise<Reachable> {
  const lead: Omit<Reached, 'whatsapp_number'> | undefined =
    chat.lead_id === null
      ? undefined
      : await tx.row(
          sql`select "id", "email", "phone", "do_not_disturb", "consent" from "leads"
              where "tenant_id" = ${tenantId} and "id" = ${chat.lead_id} and "deleted_at" is null`,
          'chat-lead',
        );
  const nobody = { id: '', email: null, phone: null, do_not_disturb: null, consent: null };
  const reached = { ...(lead ?? nobody), whatsapp_number: `+${chat.wa_user_id}` };
  return gateForLead(tx, tenantId, reached, 'whatsapp', { automatic: false }, now);
}

export function addressIn(lead: Omit<Reached, 'id'>, channel: ChannelName): string | null {
  if (channel === 'email') return lead.email?.trim() || null;
  return (channel === 'whatsapp' ? (lead.whatsapp_number ?? lead.phone) : lead.phone) || null;
}

const isLedger = (channel: ChannelName): channel is LeadChannel =>
  channel === 'email' || channel === 'sms' || channel === 'whatsapp';

/** Credit is about campaigns: one message of a rule is not held back by it. What a feature holds back is written down first. */
async function settingsOf(tx: Tx, tenantId: string, channel: ChannelName): Promise<GateSettings> {
  return { ...(await gateOf(tx, tenantId, isLedger(channel) ? channel : 'sms', 0)), balance: null, isOff: false };
}

/** As the category of its template says; a text of the rule's own, and an email, is about the lead's own matter. */
async function isPromotional(tx: Tx, tenantId: string, channel: LeadChannel, templateId: unknown): Promise<boolean> {
  if (typeof templateId !== 'string' || channel === 'email') return false;
  const which = sql`where "tenant_id" = ${tenantId} and "id" = ${templateId}`;
  const row = await tx.row(
    channel === 'sms'
      ? sql`select 1 from "sms_templates" ${which} and "dlt_category" in ('promotional', 'service_explicit')`
      : sql`select 1 from "whatsapp_templates" ${which} and "category" = 'MARKETING'`,
    `promotional-${channel}`,
  );
  return row !== undefined;
}

const messagesOf: Readonly<Record<ChannelName, string>> = {
  email: 'emails',
  sms: 'SMS',
  whatsapp: 'WhatsApp messages',
  voice: 'calls',
};

function whyNot(reason: SendReason, channel: ChannelName): string {
  const address = channel === 'email' ? 'email address' : 'phone number';
  if (reason === 'automation_off') return 'Automation messages are switched off for this organisation.';
  if (reason === 'do_not_disturb') return 'The lead is marked do not disturb.';
  if (reason === 'opted_out') return `The lead has opted out of ${messagesOf[channel]}.`;
  if (reason === 'no_address') return `The lead has no ${address}.`;
  if (reason === 'invalid_address') return `The lead's ${address} is not valid.`;
  return `${sendReasons[reason]}.`;
}
