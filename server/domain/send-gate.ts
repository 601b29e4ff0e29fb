import type { FeatureName } from '../../src/schemas/kit/access';
import type { SendReason } from '../../src/schemas/kit/send-reasons';
import { opensAt, type SendingHours } from './sending-hours';

export type GateChannel = 'email' | 'sms' | 'whatsapp' | 'voice' | 'push';

/** Who would get the message, and what is known of them at this moment. */
export interface GateRecipient {
  /** Their address in the channel. */
  readonly to: string | null;
  /** Null: the tenant's zone. */
  readonly zone?: string | null;
  readonly doNotDisturb?: boolean | null;
  /** By channel, calls as `call`; what is not false was not withdrawn. */
  readonly consent?: Readonly<Record<string, boolean>> | null;
  /** The address is in the list of opt-outs. */
  readonly optedOut?: boolean;
  /** Another row of this run has the same address. */
  readonly isDuplicate?: boolean;
  /** Promotional messages they got in the days of the frequency cap. */
  readonly received?: number;
}
/** What would be sent. */
export interface GateMessage {
  /** Advertising, as its campaign or its template's category says: hours and cap are about these only. */
  readonly promotional: boolean;
  /** False: the provider has not approved the template. */
  readonly approved?: boolean;
  /** Placeholders for which this recipient has no value. */
  readonly missing?: readonly string[];
  /** Sent by a rule, a workflow or another automation. */
  readonly automatic?: boolean;
  readonly cost?: number;
}
export interface GateSettings {
  readonly hours: SendingHours;
  readonly zone: string;
  /** Null: no maximum. */
  readonly cap: number | null;
  /** 'Allow Automation Communication' (D-064). */
  readonly automation: boolean;
  /** What is left of the channel's credit; null: no limit. */
  readonly balance: number | null;
  /** A feature that the message needs is switched off: its channel's (`featureOf`), or that of what sends it (D-019). */
  readonly isOff?: boolean;
}
export type Verdict =
  | { readonly send: true }
  | { readonly send: false; readonly reason: SendReason; readonly detail?: string; readonly until?: Date };

const no = (reason: SendReason, more: { detail?: string; until?: Date } = {}): Verdict => ({ send: false, reason, ...more });

/**
 * May this message go to this recipient now? The same function counts before a campaign is sent and decides at sending. Its
 * answer depends on its arguments alone.
 */
export function gate(
  recipient: GateRecipient,
  channel: GateChannel,
  message: GateMessage,
  settings: GateSettings,
  now: Date,
): Verdict {
  if (!recipient.to) return no('no_address');
  if (!isAddress(recipient.to, channel)) return no('invalid_address');
  if (recipient.isDuplicate) return no('duplicate');
  if (message.automatic && !settings.automation) return no('automation_off');
  if (recipient.doNotDisturb) return no('do_not_disturb');
  if (recipient.optedOut || recipient.consent?.[consentOf(channel)] === false) return no('opted_out');
  if (message.approved === false) return no('template_not_approved');
  if (message.missing?.length) return no('variables_missing', { detail: message.missing.join(', ') });
  if (message.promotional && settings.cap !== null && (recipient.received ?? 0) >= settings.cap) return no('frequency_cap');
  if (settings.isOff) return no('feature_off');
  if (settings.balance !== null && (message.cost ?? 0) > settings.balance) return no('no_balance');
  const until = message.promotional ? opensAt(settings.hours, recipient.zone ?? settings.zone, now) : null;
  return until ? no('outside_hours', { until }) : { send: true };
}

/** Reasons that pass: the message waits, and nothing about its recipient keeps it back. */
export const isPassing = (reason: SendReason): boolean =>
  reason === 'outside_hours' || reason === 'no_balance' || reason === 'feature_off';

/** The feature that a channel's messages need; other channels cannot be switched off. */
export const featureOf = (channel: string): FeatureName | undefined =>
  channel === 'sms' || channel === 'email' ? channel : undefined;

/** Consent to voice messages is consent to calls. */
export const consentOf = (channel: GateChannel): string => (channel === 'voice' ? 'call' : channel);

function isAddress(to: string, channel: GateChannel): boolean {
  if (channel === 'email') return to.length <= 254 && /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/.test(to);
  return channel === 'push' || /^\+?[0-9]{6,15}$/.test(to);
}
