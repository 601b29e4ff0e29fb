import { defineResource, type Row } from '../kit/resource';
import { status, url } from '../kit/shared-fields';

const key = { type: 'string', maxLength: 4000 } as const;

/**
 * Providers with an adapter, by channel; the sandbox serves every channel. The adapters are in server/channels: `adapters` of
 * send-message.ts for SMS and email, whatsapp-provider.ts, voice-provider.ts, telephony-provider.ts, zoho.ts and video.ts.
 */
const servedBy = {
  sms: ['twilio'],
  email: ['smtp'],
  whatsapp: ['meta'],
  voice: ['http'],
  telephony: ['twilio', 'none'],
  zoho: ['zoho'],
  video: ['http'],
} as const;
export type ServedBy = typeof servedBy;

/** Which provider serves a channel; without an active one the sandbox does (D-143). */
export const providerSettings = defineResource({
  name: 'provider-settings',
  label: 'Provider',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Providers', path: '/config/providers' },
  access: { code: 'Setting_Configuration', create: 'role 1', update: 'role 1', delete: 'role 1' },
  fields: {
    type: 'object',
    required: ['channel', 'provider'],
    additionalProperties: false,
    properties: {
      channel: {
        type: 'string',
        enum: ['sms', 'email', 'whatsapp', 'voice', 'telephony', 'zoho', 'video'],
      },
      provider: { type: 'string', minLength: 1, maxLength: 60, default: 'sandbox' },
      settings: {
        type: 'object',
        additionalProperties: false,
        properties: {
          endpoint: { ...url, title: 'Service URL', pattern: '^(https?|smtps?)://' },
          account: { type: 'string', title: 'Account, project or phone number ID', maxLength: 200 },
          sender: { type: 'string', title: 'Sender (ID, number or email)', maxLength: 254 },
          sender_name: { type: 'string', title: 'Sender name', maxLength: 120 },
          verify_token: { type: 'string', title: 'Webhook verify token', maxLength: 200 },
        },
      },
      credentials: {
        type: 'object',
        additionalProperties: false,
        properties: { key: { ...key, title: 'Key or user name' }, secret: { ...key, title: 'Secret or token' } },
      },
      status,
    },
  },
  when: Object.entries(servedBy).map(([channel, names]) => ({
    if: { field: 'channel', is: channel },
    then: {
      field: 'provider',
      pattern: `^(${[...names, 'sandbox'].join('|')})$`,
      message: `Enter ${names.join(' or ')}, or sandbox to send nothing.`,
    },
  })),
  secret: ['credentials'],
  sentTo: { credentials: ['settings.endpoint', 'provider', 'channel'] },
  unique: [['channel', 'provider']],
  columns: ['channel', 'provider', 'status', 'updated_at'],
  filter: ['channel', 'status'],
  sort: ['channel', 'provider', 'updated_at'],
  order: 'channel',
  search: ['provider'],
  ui: {
    status: { widget: 'switch' },
    channel: {
      labels: {
        sms: 'SMS',
        email: 'Email',
        whatsapp: 'WhatsApp',
        voice: 'Voice (OBD)',
        telephony: 'Telephony (agent calls)',
        ai_call: 'AI call',
        push: 'Push',
        payment: 'Payment',
        ads: 'Ads',
        video: 'Video',
        zoho: 'Zoho',
        storage: 'Storage',
      },
    },
    provider: {
      help: 'smtp for email, twilio for SMS and telephony, meta for WhatsApp, http for voice and video, zoho for Zoho. With sandbox, messages stay in the outbox and nothing is sent; a video link of the sandbox opens no meeting. Telephony none: callers dial on their own phones.',
    },
  },
  later: {
    choices: {
      channel: {
        ai_call: 'no AI calls are made yet',
        push: 'push notifications are sent without a provider',
        payment: 'payments use the built-in sandbox only',
        ads: 'ad accounts are not read yet',
        storage: 'files are stored on the server',
      },
    },
  },
  examples: [{ channel: 'sms', provider: 'sandbox', settings: { sender: 'NRTHST' } }],
});

export type ProviderSetting = Row<typeof providerSettings>;
