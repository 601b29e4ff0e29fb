import sql, { type Sql } from 'sql-template-tag';
import type { LedgerChannel } from '../channels/sender';
import { zoneOfNumber } from '../domain/sending-hours';
import { gate, type GateRecipient, type Verdict } from '../domain/send-gate';
import type { Tx } from '../store/store';
import { costOf, render, type Rendered } from './campaign-message';
import type { CampaignMessage } from './campaign-kinds';
import { gateOf, optedOut, receivedBy, type JudgedChannel, type TenantGate } from '../channels/gate-facts';

/** What a campaign needs of a lead. */
export interface LeadToReach {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly alternate_phone: string | null;
  readonly whatsapp_number: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly do_not_disturb: boolean | null;
  readonly consent: Readonly<Record<string, boolean>> | null;
  /** Of a push message: the subscriber, whose browser it goes to. Its lead's id can be empty. */
  readonly push_id?: string | null;
}
/** Its columns in a statement whose leads are `l`. */
export const leadColumns: Sql = sql`l."id", l."name", l."email", l."phone", l."alternate_phone", l."whatsapp_number", l."city", l."state",
  l."do_not_disturb", l."consent"`;

/** The lead's address in the channel; emails compare without case. */
export function addressIn(lead: LeadToReach, channel: LedgerChannel): string | null {
  if (channel === 'push') return lead.push_id ?? null;
  if (channel === 'email') return lead.email?.trim().toLowerCase() || null;
  return (channel === 'whatsapp' ? (lead.whatsapp_number ?? lead.phone) : lead.phone) || null;
}

/** A recipient whom the gate has judged, with the message as it would leave. */
export interface Judged<T> {
  readonly one: T;
  readonly to: string | null;
  readonly zone: string | null;
  readonly verdict: Verdict;
  readonly rendered: Rendered;
  readonly cost: number;
}
interface Judging {
  readonly tx: Tx;
  readonly tenantId: string;
  readonly channel: JudgedChannel;
  readonly message: CampaignMessage;
  readonly now: Date;
  /** What the channel's messages have cost so far, where that is known. */
  readonly spentBefore?: number;
  /** The tenant's settings, where they have been read. */
  readonly settings?: TenantGate;
}
/** `isDuplicate` says whether the address was taken in this run; the first lead with it gets the message. */
export interface ToJudge<T> {
  readonly one: T;
  readonly lead: LeadToReach | null;
  readonly to: string | null;
  readonly isDuplicate?: boolean;
  /** The address itself was taken back. */
  readonly isOut?: boolean;
}

/** Asks the gate for each recipient, with what is known of them now; each message that may leave takes its cost off the balance. */
export async function judge<T>(judging: Judging, people: readonly ToJudge<T>[]): Promise<Judged<T>[]> {
  const { tx, tenantId, channel, message, now } = judging;
  const settings = judging.settings ?? (await gateOf(tx, tenantId, channel, judging.spentBefore));
  const ids = people.flatMap(({ lead }) => lead?.id || []);
  const received = message.promotional ? await receivedBy(tx, tenantId, ids, settings, now) : new Map<string, number>();
  const out = await optedOut(tx, tenantId, channel, [...new Set(people.flatMap(({ to }) => to ?? []))]);
  let balance = settings.balance;
  return people.map(({ one, lead, to, isDuplicate = false, isOut = false }) => {
    const rendered = render(message, channel, lead ?? {});
    const cost = costOf(channel, rendered.body, settings.price);
    const zone = zoneOfNumber(lead?.whatsapp_number ?? lead?.phone ?? to);
    const recipient: GateRecipient = {
      to,
      zone,
      doNotDisturb: lead?.do_not_disturb ?? false,
      consent: lead?.consent ?? null,
      optedOut: isOut || (to !== null && out.has(to)),
      isDuplicate,
      received: (lead && received.get(lead.id)) ?? 0,
    };
    const verdict = lead
      ? gate(recipient, channel, { ...message, missing: rendered.missing, cost }, { ...settings, balance }, now)
      : ({ send: false, reason: 'lead_deleted' } as const);
    if (verdict.send && balance !== null) balance -= cost;
    return { one, to, zone, verdict, rendered, cost };
  });
}

/** Those who sleep, by their zone as it is now, with when they can be reached. A row can have been written down with another zone. */
export function sleepingIn<T>(
  judged: readonly Judged<T>[],
): { readonly zone: string | null; readonly until: Date; readonly rows: T[] }[] {
  const found = new Map<string | null, { zone: string | null; until: Date; rows: T[] }>();
  for (const { one, zone, verdict } of judged) {
    if (verdict.send || !verdict.until) continue;
    const known = found.get(zone) ?? { zone, until: verdict.until, rows: [] };
    found.set(zone, known);
    known.rows.push(one);
  }
  return [...found.values()];
}

export type { TenantGate };
