import {
  campaignAsked,
  campaignEditIf,
  campaignFields,
  campaignOffers,
  campaignPace,
  campaignStatus,
  campaignReadOnly,
  campaignSections,
  campaignUi,
  campaignVirtual,
} from '../kit/campaign-fields';
import { defineResource, type Row } from '../kit/resource';

export const smsCampaigns = defineResource({
  name: 'sms-campaigns',
  label: 'SMS campaign',
  menu: { group: 'Marketing', entry: 'SMS Communication', order: 40, path: '/sms-campaign' },
  access: { code: 'SMS_Communication', feature: 'sms' },
  fields: {
    type: 'object',
    required: ['name', 'template_id', 'sender_id', 'audience_id'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      template_id: { type: 'string', title: 'Template' },
      sender_id: { type: 'string', title: 'Sender id', minLength: 3, maxLength: 11 },
      ...campaignFields,
    },
  },
  refs: { template_id: 'sms-templates', audience_id: 'lead-gen-audiences' },
  readOnly: campaignReadOnly,
  virtual: campaignVirtual,
  editIf: campaignEditIf,
  asked: campaignAsked,
  columns: ['name', 'state', 'template_id', 'audience_id', 'schedule_at', 'started_at'],
  filter: ['state', 'template_id', 'audience_id'],
  sort: ['name', 'schedule_at', 'created_at'],
  order: '-created_at',
  ui: campaignUi,
  search: ['name', 'sender_id'],
  groups: [{ title: 'Campaign', fields: ['name', 'template_id', 'sender_id', 'audience_id'] }, campaignPace, campaignStatus],
  actions: {
    start: { wire: 'POST sms-campaigns/{id}/start', as: 'update', offers: campaignOffers.start },
    move: { wire: 'POST sms-campaigns/{id}/move', as: 'update', offers: campaignOffers.move },
    decide: { wire: 'POST sms-campaigns/{id}/decide', as: 'update', offers: campaignOffers.decide },
    segment: { wire: 'POST sms-campaigns/{id}/segment', as: 'update', offers: campaignOffers.segment },
    test: {
      wire: 'POST sms-campaigns/{id}/test',
      as: 'update',
      offers: [
        {
          label: 'Send test',
          ask: { properties: { to: { type: 'string', title: 'Phone number', maxLength: 254 } }, required: ['to'] },
        },
      ],
      perDay: 200,
    },
    results: { wire: 'GET sms-campaigns/{id}/results', as: 'read', shows: campaignSections.results },
    recipients: {
      wire: 'GET sms-campaigns/{id}/recipients?page_number,limit,result',
      as: 'read',
      shows: campaignSections.recipients,
    },
    check: { wire: 'GET sms-campaigns/{id}/check', as: 'read', shows: campaignSections.check },
    preview: { wire: 'GET sms-campaigns/{id}/preview', as: 'read', shows: campaignSections.preview },
  },
  examples: [{ name: 'Form reminder', template_id: '$sms-templates', sender_id: 'NRTHST', audience_id: '$lead-gen-audiences' }],
});

export type SmsCampaign = Row<typeof smsCampaigns>;
