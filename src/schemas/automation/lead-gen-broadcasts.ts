import { defineResource, type Row } from '../kit/resource';

export const leadGenBroadcasts = defineResource({
  name: 'lead-gen-broadcasts',
  label: 'Broadcast',
  menu: { group: 'Automation', under: 'Lead Generation', tab: 'Broadcasts', path: '/lead-generation/broadcasts' },
  access: { code: 'Automtion_Workflow', route: 'signed-in', feature: 'lead_generation' },
  fields: {
    type: 'object',
    required: ['name', 'channel', 'template_id', 'audience_id'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      campaign_id: { type: 'string', title: 'Campaign' },
      channel: { type: 'string', enum: ['sms', 'email', 'whatsapp'] },
      template_id: { type: 'string', title: 'Template', minLength: 1, maxLength: 26 },
      audience_id: { type: 'string', title: 'Audience' },
      schedule_at: { type: 'string', title: 'Send at', format: 'date-time' },
      state: {
        type: 'string',
        enum: ['draft', 'scheduled', 'sending', 'sent', 'failed', 'stopped'],
        default: 'draft',
      },
      totals: {
        type: 'object',
        properties: {
          queued: { type: 'number' },
          sent: { type: 'number' },
          delivered: { type: 'number' },
          read: { type: 'number' },
          failed: { type: 'number' },
        },
      },
    },
  },
  readOnly: ['state', 'totals'],
  refs: { campaign_id: 'lead-gen-campaigns', audience_id: 'lead-gen-audiences' },
  columns: ['name', 'channel', 'audience_id', 'campaign_id', 'schedule_at', 'totals', 'state'],
  filter: ['channel', 'state', 'audience_id', 'campaign_id', 'schedule_at'],
  sort: ['name', 'schedule_at', 'updated_at', 'created_at'],
  order: '-created_at',
  search: ['name'],
  ui: {
    channel: { labels: { sms: 'SMS', email: 'Email', whatsapp: 'WhatsApp', voice: 'Voice', push: 'Push' } },
    template_id: { help: 'A template of the chosen channel' },
    schedule_at: { help: 'Leave empty to send right away.' },
  },
  groups: [
    { title: 'Broadcast', fields: ['name', 'campaign_id', 'audience_id'] },
    { title: 'Message', fields: ['channel', 'template_id', 'schedule_at'] },
  ],
  wire: {
    list: 'GET lead-gen/broadcasts',
    read: 'GET lead-gen/broadcasts/{id}',
    create: 'POST lead-gen/broadcasts',
    update: ['PUT lead-gen/broadcasts/{id}', 'PUT lead-gen/broadcasts@id'],
    delete: ['DELETE lead-gen/broadcasts/{id}', 'DELETE lead-gen/broadcasts?id'],
  },
  later: {
    choices: {
      channel: {
        voice: 'people are called by voice campaigns, under OBD Communication',
        push: 'push notifications are sent under Push Notification',
      },
    },
  },
  examples: [{ name: 'Fee reminder', channel: 'sms', template_id: '$sms-templates', audience_id: '$lead-gen-audiences' }],
});

export type LeadGenBroadcast = Row<typeof leadGenBroadcasts>;
