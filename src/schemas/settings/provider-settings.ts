import { defineResource, type Row } from '../kit/resource';
import { status, url } from '../kit/shared-fields';

const key = { type: 'string', maxLength: 4000 } as const;

/**
 * Providers with an adapter, by channel; the sandbox serves every channel. The adapters are in server/channels: `adapters` of
 * sender-of.ts for SMS and email, web-push.ts, whatsapp-provider.ts, voice-provider.ts, telephony-provider.ts, zoho.ts and video.ts.
 */
const servedBy = {
  sms: ['twilio', 'msg91', 'custom'],
  email: ['smtp', 'mailgun'],
  whatsapp: ['meta'],
  push: ['webpush'],
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
        enum: ['sms', 'email', 'whatsapp', 'push', 'voice', 'telephony', 'zoho', 'video'],
      },
      provider: { type: 'string', minLength: 1, maxLength: 60, default: 'sandbox' },
      settings: {
        type: 'object',
        additionalProperties: false,
        properties: {
          endpoint: { ...url, title: 'Service URL', pattern: '^(https?|smtps?)://' },
          account: { type: 'string', title: 'Account, project, phone number ID or public key', maxLength: 200 },
          sender: { type: 'string', title: 'Sender (ID, number or email)', maxLength: 254 },
          sender_name: { type: 'string', title: 'Sender name', maxLength: 120 },
          verify_token: { type: 'string', title: 'Webhook verify token', maxLength: 200 },
          app_id: { type: 'string', title: 'Meta app ID (for files above templates)', maxLength: 40 },
          tracking: { type: 'string', title: 'Count opens and clicks of campaign emails', enum: ['yes', 'no'] },
        },
      },
      request: {
        type: 'object',
        title: 'Request and answer',
        additionalProperties: false,
        properties: {
          method: { type: 'string', enum: ['POST', 'GET'], default: 'POST' },
          body: { type: 'string', title: 'What is sent', maxLength: 4000 },
          auth_header: { type: 'string', title: 'Header with the secret', maxLength: 60, pattern: '^[A-Za-z0-9-]*$' },
          accepted: { type: 'string', title: 'Accepted if', maxLength: 200 },
          id_at: { type: 'string', title: 'Message ID at', maxLength: 120 },
          report_id: { type: 'string', title: 'Report: message ID at', maxLength: 120 },
          report_state: { type: 'string', title: 'Report: state at', maxLength: 120 },
          delivered_words: { type: 'string', title: 'Report: words for delivered', maxLength: 200 },
          failed_words: { type: 'string', title: 'Report: words for failed', maxLength: 200 },
          reply_from: { type: 'string', title: 'Reply: number at', maxLength: 120 },
          reply_text: { type: 'string', title: 'Reply: text at', maxLength: 120 },
        },
      },
      credentials: {
        type: 'object',
        additionalProperties: false,
        properties: {
          key: { ...key, title: 'Key or user name' },
          secret: { ...key, title: 'Secret or token' },
          report: { ...key, title: 'Key that signs reports' },
        },
      },
      status,
      report_url: { type: 'string', title: 'Report URL', maxLength: 500 },
      last_error: { type: 'string', title: 'Last error', maxLength: 500 },
      last_error_at: { type: 'string', title: 'Last error at', format: 'date-time' },
      last_report_at: { type: 'string', title: 'Last report', format: 'date-time' },
      unknown_reports: { type: 'integer', title: 'Reports about unknown messages', minimum: 0 },
    },
  },
  when: [
    ...Object.entries(servedBy).map(([channel, names]) => ({
      if: { field: 'channel', is: channel },
      then: {
        field: 'provider',
        pattern: `^(${[...names, 'sandbox'].join('|')})$`,
        message: `Enter ${names.join(' or ')}, or sandbox to send nothing.`,
      },
    })),
    { if: { field: 'provider', is: 'custom' }, show: ['request'] },
  ],
  readOnly: ['report_url', 'last_error', 'last_error_at', 'last_report_at', 'unknown_reports'],
  virtual: ['report_url', 'last_error', 'last_error_at', 'last_report_at', 'unknown_reports'],
  secret: ['credentials'],
  sentTo: { credentials: ['settings.endpoint', 'provider', 'channel'] },
  unique: [['channel', 'provider']],
  columns: ['channel', 'provider', 'status', 'last_error', 'last_report_at', 'updated_at'],
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
    report_url: {
      help: 'Enter it at the provider as the address of its delivery reports and of incoming messages; of telephony, as what the number does when a call comes in. Keep it secret.',
    },
    request: {
      help: 'JSON or name=value&name=value with {{to}}, {{digits}}, {{text}}, {{sender}}, {{key}}, {{dlt_entity_id}} and {{dlt_template_id}}. Accepted if: status=success. IDs and states: data.id. Words: delivered, DELIVRD.',
    },
    provider: {
      help: 'smtp or mailgun for email, twilio, msg91 or custom for SMS, twilio for telephony, meta for WhatsApp, webpush for push (its keys are made when you save), http for voice and video, zoho for Zoho. With sandbox, messages stay in the outbox and nothing is sent; a video link of the sandbox opens no meeting. Telephony none: callers dial on their own phones.',
    },
  },
  actions: {
    test: {
      wire: 'POST provider-settings/{id}/test',
      as: 'update',
      offers: [
        {
          label: 'Send test',
          look: 'plain',
          if: { field: 'channel', in: ['sms', 'email'] },
          ask: { properties: { to: { type: 'string', title: 'Send to', minLength: 3, maxLength: 254 } }, required: ['to'] },
        },
        { label: 'Check connection', look: 'plain', if: { field: 'channel', is: 'whatsapp' } },
      ],
      perDay: 100,
    },
  },
  later: {
    choices: {
      channel: {
        ai_call: 'no AI calls are made yet',
        payment: 'payments use the built-in sandbox only',
        ads: 'ad accounts are not read yet',
        storage: 'files are stored on the server',
      },
    },
  },
  examples: [{ channel: 'sms', provider: 'sandbox', settings: { sender: 'NRTHST' } }],
});

export type ProviderSetting = Row<typeof providerSettings>;
