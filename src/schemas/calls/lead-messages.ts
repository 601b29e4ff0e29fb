import { dataOf, defineCall } from '../kit/call';
import { leadChannels, type LeadChannel } from '../kit/lead-channels';

export type { LeadChannel };
const channel = { type: 'string', title: 'Channel', enum: leadChannels } as const;
const template_id = { type: 'string', title: 'Template', minLength: 1, maxLength: 26 } as const;

/** One message with a lead; of a message that a rule sent there is no person. */
export interface LeadMessage {
  readonly id: string;
  readonly direction: 'in' | 'out';
  /** 'text', 'template', or what kind of file it was. */
  readonly type: string;
  readonly subject: string | null;
  readonly text: string | null;
  /** `unknown`: the provider did not reply, so the message may have been sent. */
  readonly status: 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';
  readonly error: string | null;
  readonly at: string;
  readonly user_name: string | null;
}
/** The messages of one channel with a lead, newest first, and what can be sent now. */
export interface LeadMessages {
  readonly messages: readonly LeadMessage[];
  /** There are earlier ones. */
  readonly more: boolean;
  /** Why nothing can be sent in this channel; null: it can. */
  readonly refused: string | null;
  /** Until when WhatsApp takes text of one's own; null: templates alone. Other channels take it always. */
  readonly open_until: string | null;
  readonly templates: readonly { readonly id: string; readonly name: string }[];
}
/** What a template says to this lead; it is sent only if `missing`, the placeholders without a value, is empty. */
export interface MessagePreview {
  readonly subject: string | null;
  readonly text: string;
  readonly missing: readonly string[];
}

export const leadMessages = defineCall({
  name: 'lead-messages',
  wire: 'GET leads/{id}/messages?channel&limit',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<LeadMessages>(),
  query: {
    type: 'object',
    required: ['channel'],
    properties: { channel, limit: { type: 'integer', minimum: 1, maximum: 500, default: 50 } },
  },
});
/** The templates of a channel, for a message to several leads; `refused`: why this person cannot write in it at all. */
export const leadMessageTemplates = defineCall({
  name: 'lead-message-templates',
  wire: 'GET leads/message-templates?channel',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<Pick<LeadMessages, 'templates' | 'refused'>>(),
  query: { type: 'object', required: ['channel'], properties: { channel } },
});
export const leadMessagePreview = defineCall({
  name: 'lead-message-preview',
  wire: 'GET leads/{id}/messages/preview?channel&template_id',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<MessagePreview>(),
  query: { type: 'object', required: ['channel', 'template_id'], properties: { channel, template_id } },
});
/** Sends a template or a text to the lead. With `clg_id` a text shares that college, which is noted at the lead's choice. */
export const leadMessageSend = defineCall({
  name: 'lead-message-send',
  wire: 'POST leads/{id}/messages',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<LeadMessage>(),
  idempotent: true,
  perDay: 20_000,
  body: {
    type: 'object',
    required: ['channel'],
    properties: {
      channel,
      template_id,
      subject: { type: 'string', title: 'Subject', maxLength: 200 },
      text: { type: 'string', title: 'Message', maxLength: 4096 },
      clg_id: { type: 'integer', title: 'College' },
      client_ref: { type: 'string', maxLength: 60 },
    },
  },
});
