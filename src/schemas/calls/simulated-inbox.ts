import { dataOf, defineCall } from '../kit/call';

/** The phones and mailboxes that the simulator delivered to, the latest first. */
export const simulatedInboxes = defineCall({
  name: 'simulated-inboxes',
  wire: 'GET simulated-inboxes',
  access: 'role 1',
  as: 'read',
  data: dataOf<readonly SimulatedInbox[]>(),
  query: {
    type: 'object',
    properties: {
      search: { type: 'string', maxLength: 254 },
      page: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
    },
  },
});
/** What one of them received, the latest last. */
export const simulatedInbox = defineCall({
  name: 'simulated-inbox',
  wire: 'GET simulated-inbox',
  access: 'role 1',
  as: 'read',
  data: dataOf<readonly SimulatedMail[]>(),
  query: {
    type: 'object',
    required: ['to', 'channel'],
    properties: {
      to: { type: 'string', minLength: 1, maxLength: 254 },
      channel: { type: 'string', enum: ['email', 'sms', 'whatsapp'] },
    },
  },
});
/** Writes back as the owner of the phone or mailbox: a word such as STOP opts out. */
export const simulatedReply = defineCall({
  name: 'simulated-reply',
  wire: 'POST simulated-reply',
  access: 'role 1',
  as: 'create',
  body: {
    type: 'object',
    required: ['to', 'channel', 'text'],
    properties: {
      to: { type: 'string', minLength: 1, maxLength: 254 },
      channel: { type: 'string', enum: ['email', 'sms', 'whatsapp'] },
      text: { type: 'string', minLength: 1, maxLength: 1000 },
    },
  },
});

export interface SimulatedInbox {
  readonly to: string;
  readonly channel: 'email' | 'sms' | 'whatsapp';
  readonly messages: number;
  readonly last_at: string;
  readonly lead_name: string | null;
}
export interface SimulatedMail {
  readonly id: string;
  readonly subject: string | null;
  readonly body: string;
  readonly html: boolean;
  readonly state: string;
  /** How often the simulator was handed it: more than once only after a person sent an unknown message again. */
  readonly times: number;
  readonly at: string;
}
