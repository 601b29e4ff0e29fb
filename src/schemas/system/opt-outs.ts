import { defineResource, type Row } from '../kit/resource';

/** An address that does not want messages of a channel, whichever lead it belongs to. Deleting the row allows them again. */
export const optOuts = defineResource({
  name: 'opt-outs',
  label: 'Opt-out',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Opt-outs', path: '/config/opt-outs' },
  access: { code: 'Setting_Configuration', create: 'role 1', update: 'nobody', delete: 'role 1' },
  fields: {
    type: 'object',
    required: ['channel', 'address'],
    additionalProperties: false,
    properties: {
      channel: { type: 'string', enum: ['email', 'sms', 'whatsapp', 'call'] },
      address: { type: 'string', minLength: 3, maxLength: 254 },
      how: { type: 'string', title: 'How', enum: ['keyword', 'link', 'person'], default: 'person' },
      campaign_id: { type: 'string', title: 'Campaign', maxLength: 26 },
    },
  },
  readOnly: ['how', 'campaign_id'],
  leadData: { whose: 'the person who opted out' },
  unique: [['channel', 'address']],
  personal: ['address'],
  columns: ['address', 'channel', 'how', 'created_at'],
  filter: ['channel', 'how', 'address'],
  sort: ['address', 'created_at'],
  order: '-created_at',
  search: ['address'],
  ui: {
    channel: { labels: { sms: 'SMS', whatsapp: 'WhatsApp', call: 'Calls' } },
    how: { labels: { keyword: 'Wrote a word such as STOP', link: 'Unsubscribe link', person: 'Entered by a person' } },
    campaign_id: { widget: 'hidden' },
    address: { help: 'An email address, or a number with country code such as +919876543210' },
  },
  wire: { update: 'none' },
  examples: [{ channel: 'sms', address: '+919876543210' }],
});

export type OptOut = Row<typeof optOuts>;
