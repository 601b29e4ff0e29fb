import {
  campaignAsked,
  campaignEditIf,
  campaignFields,
  campaignOffers,
  campaignReadOnly,
  campaignSections,
  campaignStatus,
  campaignUi,
  campaignVirtual,
} from '../kit/campaign-fields';
import { defineResource, type Row } from '../kit/resource';

const { repeat: _repeat, ...once } = campaignFields;
const { repeat: _help, ...onceUi } = campaignUi;

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
      template_id: { type: 'string', title: 'Template', maxLength: 26 },
      ...once,
    },
  },
  readOnly: campaignReadOnly,
  virtual: campaignVirtual,
  editIf: campaignEditIf,
  refs: { campaign_id: 'lead-gen-campaigns', audience_id: 'lead-gen-audiences' },
  options: {
    template_id: { by: 'channel', of: { sms: 'sms-templates', email: 'campaign-templates', whatsapp: 'whatsapp-templates' } },
  },
  asked: campaignAsked,
  columns: ['name', 'channel', 'template_id', 'audience_id', 'campaign_id', 'schedule_at', 'state'],
  filter: ['channel', 'template_id', 'state', 'audience_id', 'campaign_id', 'schedule_at'],
  sort: ['name', 'schedule_at', 'updated_at', 'created_at'],
  order: '-created_at',
  search: ['name'],
  ui: {
    ...onceUi,
    channel: { labels: { sms: 'SMS', email: 'Email', whatsapp: 'WhatsApp', voice: 'Voice', push: 'Push' } },
    template_id: { help: 'A template of the chosen channel' },
  },
  groups: [
    { title: 'Broadcast', fields: ['name', 'campaign_id', 'audience_id'] },
    { title: 'Message', fields: ['channel', 'template_id', 'throttle'] },
    campaignStatus,
  ],
  wire: {
    list: 'GET lead-gen/broadcasts',
    read: 'GET lead-gen/broadcasts/{id}',
    create: 'POST lead-gen/broadcasts',
    update: ['PUT lead-gen/broadcasts/{id}', 'PUT lead-gen/broadcasts@id'],
    delete: ['DELETE lead-gen/broadcasts/{id}', 'DELETE lead-gen/broadcasts?id'],
  },
  actions: {
    start: { wire: 'POST lead-gen-broadcasts/{id}/start', as: 'update', offers: campaignOffers.start },
    move: { wire: 'POST lead-gen-broadcasts/{id}/move', as: 'update', offers: campaignOffers.move },
    decide: { wire: 'POST lead-gen-broadcasts/{id}/decide', as: 'update', offers: campaignOffers.decide },
    segment: { wire: 'POST lead-gen-broadcasts/{id}/segment', as: 'update', offers: campaignOffers.segment },
    test: {
      wire: 'POST lead-gen-broadcasts/{id}/test',
      as: 'update',
      offers: [
        {
          label: 'Send test',
          ask: {
            properties: { to: { type: 'string', title: 'Phone number or email address', maxLength: 254 } },
            required: ['to'],
          },
        },
      ],
      perDay: 200,
    },
    results: { wire: 'GET lead-gen-broadcasts/{id}/results', as: 'read', shows: campaignSections.results },
    recipients: {
      wire: 'GET lead-gen-broadcasts/{id}/recipients?page_number,limit,result',
      as: 'read',
      shows: campaignSections.recipients,
    },
    check: { wire: 'GET lead-gen-broadcasts/{id}/check', as: 'read', shows: campaignSections.check },
    preview: { wire: 'GET lead-gen-broadcasts/{id}/preview', as: 'read', shows: campaignSections.preview },
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
