import { dataOf, defineCall } from '../kit/call';

/**
 * D-116 to D-120. All of them take the chat token as well as the access token (D-114). An id that names the
 * caller must be the token's own (TRUST-S2).
 */
const code = { code: 'WhatsApp_Communication' } as const;
const may = { rule: { code: 'WhatsApp_Communication', level: 1 } } as const;
const userId = { type: 'string', maxLength: 26 } as const;
const chatId = { type: 'string', title: 'Chat', minLength: 1, maxLength: 40 } as const;

export const messageTypes = ['text', 'image', 'document', 'video', 'audio', 'template'] as const;
export const conversationStates = ['open', 'pending', 'resolved'] as const;

/** An element of `chats_list` and `requesting_chats_list` (D-117); the last three are ours. */
export interface ChatItem {
  readonly wa_user_id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly last_message: string | null;
  readonly last_message_at: string | null;
  readonly unseen: number;
  readonly conversation_status: (typeof conversationStates)[number];
  readonly owner_id: string | null;
  readonly lead_id: string | null;
  readonly is_business_initiated: boolean;
  /** The customer's last message: for 24 hours after it any message may be sent (D-116). */
  readonly last_in_at: string | null;
}
/** An element of `chat_history` (D-117). */
export interface ChatMessage {
  readonly _id: string;
  readonly direction: 'in' | 'out';
  readonly type: (typeof messageTypes)[number];
  readonly text: string | null;
  readonly media_url: string | null;
  /** `queued`: it waits to be handed to the provider. `unknown`: the provider did not reply, so the message may have been sent. */
  readonly status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';
  readonly error?: string | null;
  readonly created_at: string;
  readonly is_business_initiated: boolean;
}

/** An element of `data_obj` of `chats_list_query` (D-120). */
interface UnseenMessage {
  readonly message_id: string;
  readonly wa_user_id: string;
  readonly name: string | null;
}

/** A template that may be sent. */
export interface ChatTemplate {
  readonly id: string;
  readonly template_name: string;
  readonly language: string;
  readonly template_body: string;
  readonly sample_values: readonly string[] | null;
}
/** The short session of one frame. */
export interface FrameOpened {
  readonly token: string;
  readonly user_id: string;
}

export const chatsList = defineCall({
  name: 'chats-list',
  wire: 'GET chats_list?id',
  data: dataOf<readonly ChatItem[]>(),
  access: code,
  as: 'read',
  chatToken: true,
  query: { type: 'object', required: ['id'], properties: { id: userId } },
});
export const requestingChats = defineCall({
  name: 'requesting-chats-list',
  wire: 'GET requesting_chats_list',
  data: dataOf<readonly ChatItem[]>(),
  access: code,
  as: 'read',
  chatToken: true,
});
export const chatHistory = defineCall({
  name: 'chat-history',
  wire: 'GET chat_history?chat_id&limit&offset&userId&type',
  data: dataOf<readonly ChatMessage[]>(),
  access: code,
  as: 'read',
  chatToken: true,
  query: {
    type: 'object',
    required: ['chat_id', 'userId'],
    properties: {
      chat_id: chatId,
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 },
      userId,
      type: { type: 'string', enum: ['', ...messageTypes, 'bic'], default: '' },
    },
  },
});
export const sendWaMessage = defineCall({
  name: 'send-wa-message',
  wire: 'POST send_wa_message?ctype',
  access: code,
  as: 'create',
  data: dataOf<{ readonly message: ChatMessage }>(),
  perDay: 20_000,
  chatToken: true,
  query: { type: 'object', required: ['ctype'], properties: { ctype: { type: 'string', enum: messageTypes } } },
  body: {
    type: 'object',
    required: ['wa_user_id', 'userId'],
    properties: {
      wa_user_id: chatId,
      userId,
      text: { type: 'string', title: 'Message', maxLength: 4096 },
      media_id: { type: 'string', title: 'File', maxLength: 100 },
      caption: { type: 'string', title: 'Caption', maxLength: 1024 },
      template_id: { type: 'string', title: 'Template', maxLength: 26 },
      params: { type: 'array', title: 'Values', items: { type: 'string', maxLength: 1000 }, maxItems: 50 },
      client_ref: { type: 'string', maxLength: 100 },
    },
  },
});
export const unseenChats = defineCall({
  name: 'chats-list-query',
  wire: 'POST chats_list_query/{userId}',
  access: 'signed-in',
  as: 'read',
  members: dataOf<{ readonly status: 'success'; readonly data_obj: readonly UnseenMessage[] }>(),
  chatToken: true,
  body: { type: 'object', required: ['unseen_msg'], properties: { unseen_msg: { type: 'boolean', enum: [true] } } },
});
/** Our own: marks a chat's messages as seen, takes a chat, or changes its state. */
export const chatUpdate = defineCall({
  name: 'whatsapp-chat-update',
  wire: 'POST whatsapp/chat/update',
  access: may,
  as: 'update',
  data: dataOf<{ readonly wa_user_id: string }>(),
  chatToken: true,
  body: {
    type: 'object',
    required: ['wa_user_id'],
    properties: {
      wa_user_id: chatId,
      seen: { type: 'boolean', enum: [true] },
      take: { type: 'boolean', enum: [true] },
      conversation_status: { type: 'string', enum: conversationStates },
    },
  },
});
/** Our own: the templates that can be sent, for the composer. */
export const chatTemplates = defineCall({
  name: 'whatsapp-chat-templates',
  wire: 'GET whatsapp/chat/templates',
  data: dataOf<readonly ChatTemplate[]>(),
  access: code,
  as: 'read',
  chatToken: true,
});
/** Ours (TRUST-S23): what the address of a chat frame of the product's own client carries. */
export const frameTicket = defineCall({
  name: 'whatsapp-frame-ticket',
  wire: 'POST whatsapp/frame/ticket',
  access: may,
  as: 'create',
  data: dataOf<{ ticket: string }>(),
  idempotent: false,
});
/** Our own: exchanges a ticket for the short session of one frame, once. */
export const frameSession = defineCall({
  name: 'whatsapp-frame-session',
  wire: 'POST whatsapp/frame/session',
  data: dataOf<FrameOpened>(),
  access: 'public',
  as: 'create',
  outside: true,
  idempotent: false,
  body: {
    type: 'object',
    required: ['ticket'],
    properties: { ticket: { type: 'string', minLength: 1, maxLength: 1000 } },
  },
});
/** Ours (TRUST-S23): what the address of a client of another origin carries: the chat calls only, for fifteen minutes. */
export const frameToken = defineCall({
  name: 'whatsapp-frame-token',
  wire: 'POST whatsapp/frame/token',
  access: may,
  as: 'create',
  data: dataOf<{ token: string }>(),
  idempotent: false,
});
/** The provider's check that this URL belongs to us, and its reports; its signature authorises them. */
export const webhookCheck = defineCall({
  name: 'whatsapp-webhook-check',
  wire: 'GET whatsapp/webhook/{tenant}?hub.mode&hub.verify_token&hub.challenge',
  access: 'public',
  as: 'read',
  outside: true,
});
export const whatsappWebhook = defineCall({
  name: 'whatsapp-webhook',
  wire: 'POST whatsapp/webhook/{tenant}',
  access: 'public',
  as: 'update',
  limit: 'provider',
  outside: true,
  forgery: false,
  body: {
    type: 'object',
    required: ['entry'],
    additionalProperties: true,
    properties: {
      object: { type: 'string', maxLength: 100 },
      entry: { type: 'array', items: { type: 'object' }, maxItems: 1000 },
    },
  },
});
/** Plays a customer where no provider is set (demo only). */
export const sandboxMessage = defineCall({
  name: 'sandbox-wa-message',
  wire: 'POST sandbox/whatsapp/message',
  access: code,
  as: 'create',
  data: dataOf<{ readonly wa_user_id: string }>(),
  body: {
    type: 'object',
    required: ['phone', 'text'],
    properties: {
      phone: { type: 'string', title: 'Phone', pattern: '^\\+?[0-9][0-9 -]{8,18}$' },
      name: { type: 'string', maxLength: 120 },
      text: { type: 'string', title: 'Message', minLength: 1, maxLength: 4096 },
    },
  },
});
