import { dataOf, defineCall } from '../kit/call';

/** The agent desk and the dialer over any page: leads are served from the lists, calls placed, guided and wrapped up. */
const may = { rule: { code: 'LEADS', level: 1 } } as const;
const id = { type: 'string', minLength: 1, maxLength: 40 } as const;
export const callOutcomes = ['answered', 'no_answer', 'busy', 'unreachable', 'invalid', 'voicemail'] as const;
export type CallOutcome = (typeof callOutcomes)[number];
/** The numbers of a lead that can be called; without a choice it is the first. */
export const leadNumbers = ['phone', 'alternate_phone', 'whatsapp_number'] as const;
export type LeadNumber = (typeof leadNumbers)[number];
export const callControls = ['hold', 'resume', 'mute', 'unmute', 'keypad', 'transfer'] as const;
export const waysToLeave = ['later', 'never', 'release'] as const;

/** What a provider can do during a call; every provider can hang up. */
export type CallAbility = 'hold' | 'mute' | 'keypad' | 'transfer';

export interface DeskList {
  readonly key: string;
  readonly value: string;
  readonly mode: 'manual' | 'preview' | 'progressive';
  readonly wrap_up_s: number;
  readonly script: string | null;
  /** Calling hours '09:30 – 13:00', null: any time; and whether it is within them now. */
  readonly hours: string | null;
  readonly open: boolean;
  /** Leads that could be served to this caller now. */
  readonly waiting: number;
}
/** The lead that is held for the caller until the lease ends. */
export interface DeskLead {
  readonly entry_id: string;
  readonly list_key: string;
  readonly lead_id: string;
  readonly priority: number;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly lease_until: string;
}
export interface DeskCall {
  readonly id: string;
  readonly lead_id: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly list_key: string | null;
  readonly state: 'queued' | 'ringing' | 'answered' | 'on_hold' | 'wrap_up' | 'ended';
  readonly started_at: string;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
  readonly muted: boolean;
  readonly outcome: string | null;
  readonly recording_url: string | null;
}
/** Missed callers who have not been called back since: those of the dashboard, in its order. */
export interface DeskCallback {
  readonly call_id: string;
  /** Null for a number that is not a lead yet. */
  readonly lead_id: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly at: string;
}
export interface DialerDesk {
  readonly now: string;
  readonly away: boolean;
  readonly lists: readonly DeskList[];
  readonly lead: DeskLead | null;
  /** The call in progress or in wrap-up. */
  readonly call: DeskCall | null;
  readonly callbacks: readonly DeskCallback[];
  readonly today: { readonly dialled: number; readonly connected: number; readonly talk_s: number };
  readonly can: readonly CallAbility[];
}

/** `data` of the calls about one call. */
interface CallMeant {
  readonly call_id: string;
}
interface CallPlaced extends CallMeant {
  readonly status: 'ringing';
  /** The number that the caller's own phone dials, where the tenant has no phone provider. */
  readonly dial?: string;
}

export const dialerDesk = defineCall({
  name: 'dialer-desk',
  wire: 'GET dialer/desk',
  access: may,
  as: 'read',
  data: dataOf<DialerDesk>(),
});
/** The next lead of the caller's lists, held for them only; a GET that writes (D-051). */
export const dialerNext = defineCall({
  name: 'dialer-next',
  wire: 'GET dialer/next?list_id',
  access: may,
  as: 'update',
  data: dataOf<DeskLead | null>(),
  query: { type: 'object', properties: { list_id: id } },
});
/** What happens to a lead that was served but not called: again later, never again from this list, or back at once. */
export const dialerLeave = defineCall({
  name: 'dialer-leave',
  wire: 'POST dialer/leave',
  access: may,
  as: 'update',
  body: {
    type: 'object',
    required: ['entry_id', 'how'],
    properties: { entry_id: id, how: { type: 'string', enum: waysToLeave } },
  },
});
/** A held lead, any lead that the caller may see, by any of its numbers, or a number. */
export const dialerCall = defineCall({
  name: 'dialer-call',
  wire: 'POST dialer/call',
  access: may,
  as: 'create',
  data: dataOf<CallPlaced>(),
  outside: true,
  perDay: 20_000,
  body: {
    type: 'object',
    properties: {
      lead_id: id,
      number: { type: 'string', title: 'Number of the lead', enum: leadNumbers },
      phone: { type: 'string', title: 'Phone', minLength: 3, maxLength: 20 },
      entry_id: id,
    },
  },
  examples: [{ body: { phone: '9822012345' } }],
});
/** During a call of the caller's own, incoming or outgoing, as far as the provider can. */
export const dialerControl = defineCall({
  name: 'dialer-control',
  wire: 'POST dialer/control',
  access: may,
  as: 'update',
  data: dataOf<CallMeant>(),
  outside: true,
  body: {
    type: 'object',
    required: ['call_id', 'action'],
    properties: {
      call_id: id,
      action: { type: 'string', enum: callControls },
      digits: { type: 'string', title: 'Digits', pattern: '^[0-9*#]{1,20}$' },
      user_id: id,
    },
  },
});
/** Ends the wrap-up with the outcome that the agent reports. */
export const dialerOutcome = defineCall({
  name: 'dialer-outcome',
  wire: 'POST dialer/outcome',
  access: may,
  as: 'update',
  data: dataOf<CallMeant>(),
  body: {
    type: 'object',
    required: ['call_id', 'outcome'],
    properties: {
      call_id: id,
      outcome: { type: 'string', title: 'Outcome', enum: callOutcomes },
      note: { type: 'string', title: 'Note', maxLength: 2000 },
    },
  },
});
/** Of which line or thing the provider reports; `digits` asks for the tones that are played to the other line. */
export const reportLegs = ['agent', 'lead', 'room', 'recording', 'digits'] as const;
export type ReportLeg = (typeof reportLegs)[number];
/** What the phone provider reports of a call; its signature authorises the report. */
export const dialerWebhook = defineCall({
  name: 'dialer-webhook',
  wire: 'POST dialer/webhook/{tenant}?call&leg&keys',
  access: 'public',
  as: 'update',
  outside: true,
  forgery: false,
  limit: 'provider',
  query: {
    type: 'object',
    required: ['call', 'leg'],
    properties: {
      call: id,
      leg: { type: 'string', enum: reportLegs },
      keys: { type: 'string', pattern: '^[0-9*#]{1,20}$' },
    },
  },
  body: { type: 'object', additionalProperties: true, properties: {} },
});
/** A call comes in at the provider's number, which asks what to do with it; its signature authorises the question. */
export const incomingWebhook = defineCall({
  name: 'incoming-webhook',
  wire: 'POST dialer/incoming/{tenant}',
  access: 'public',
  as: 'update',
  outside: true,
  forgery: false,
  limit: 'provider',
  body: { type: 'object', additionalProperties: true, properties: {} },
});
