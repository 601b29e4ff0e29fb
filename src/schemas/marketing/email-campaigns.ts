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
import { email } from '../kit/shared-fields';

export const emailCampaigns = defineResource({
  name: 'email-campaigns',
  label: 'Email campaign',
  menu: { group: 'Marketing', entry: 'Email Communication', order: 39, path: '/email-campaign' },
  access: { code: 'Email_Communication', feature: 'email' },
  fields: {
    type: 'object',
    required: ['name', 'template_id', 'audience_id', 'from_name', 'from_email'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      template_id: { type: 'string', title: 'Template' },
      from_name: { type: 'string', title: 'From (name)', minLength: 1, maxLength: 80 },
      from_email: { ...email, title: 'From (email)' },
      reply_to: { ...email, title: 'Reply to' },
      ...campaignFields,
    },
  },
  refs: { template_id: 'campaign-templates', audience_id: 'lead-gen-audiences' },
  leadData: { whose: 'the sender' },
  readOnly: campaignReadOnly,
  virtual: campaignVirtual,
  editIf: campaignEditIf,
  asked: campaignAsked,
  columns: ['name', 'state', 'template_id', 'audience_id', 'schedule_at', 'started_at'],
  filter: ['state', 'template_id', 'audience_id'],
  sort: ['name', 'schedule_at', 'created_at'],
  order: '-created_at',
  ui: campaignUi,
  search: ['name', 'from_email'],
  groups: [
    { title: 'Campaign', fields: ['name', 'template_id', 'audience_id'] },
    { title: 'Sender', fields: ['from_name', 'from_email', 'reply_to'] },
    campaignPace,
    campaignStatus,
  ],
  actions: {
    start: { wire: 'POST email-campaigns/{id}/start', as: 'update', offers: campaignOffers.start },
    move: { wire: 'POST email-campaigns/{id}/move', as: 'update', offers: campaignOffers.move },
    decide: { wire: 'POST email-campaigns/{id}/decide', as: 'update', offers: campaignOffers.decide },
    segment: { wire: 'POST email-campaigns/{id}/segment', as: 'update', offers: campaignOffers.segment },
    test: {
      wire: 'POST email-campaigns/{id}/test',
      as: 'update',
      offers: [
        {
          label: 'Send test',
          ask: { properties: { to: { type: 'string', title: 'Email address', maxLength: 254 } }, required: ['to'] },
        },
      ],
      perDay: 200,
    },
    results: { wire: 'GET email-campaigns/{id}/results', as: 'read', shows: campaignSections.results },
    recipients: {
      wire: 'GET email-campaigns/{id}/recipients?page_number,limit,result',
      as: 'read',
      shows: campaignSections.recipients,
    },
    check: { wire: 'GET email-campaigns/{id}/check', as: 'read', shows: campaignSections.check },
    preview: { wire: 'GET email-campaigns/{id}/preview', as: 'read', shows: campaignSections.preview },
  },
  examples: [
    {
      name: 'BBA last call',
      template_id: '$campaign-templates',
      audience_id: '$lead-gen-audiences',
      from_name: 'Northstar Admissions',
      from_email: 'hello@example.com',
    },
  ],
});

export type EmailCampaign = Row<typeof emailCampaigns>;
