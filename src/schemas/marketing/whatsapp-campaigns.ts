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

export const whatsappCampaigns = defineResource({
  name: 'whatsapp-campaigns',
  label: 'WhatsApp campaign',
  menu: { group: 'Marketing', under: 'WhatsApp Communication', tab: 'Campaigns', path: '/chat/campaigns' },
  access: { code: 'WhatsApp_Communication', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['name', 'template_id', 'audience_id'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      template_id: { type: 'string', title: 'Template' },
      params: {
        type: 'array',
        title: 'Placeholders',
        items: {
          type: 'object',
          required: ['placeholder'],
          additionalProperties: false,
          properties: {
            placeholder: { type: 'string', minLength: 1, maxLength: 60 },
            field: { type: 'string', title: 'Lead field', maxLength: 60 },
            text: { type: 'string', title: 'Or fixed text', maxLength: 200 },
          },
        },
        maxItems: 50,
      },
      ...campaignFields,
    },
  },
  refs: { template_id: 'whatsapp-templates', audience_id: 'lead-gen-audiences' },
  readOnly: campaignReadOnly,
  virtual: campaignVirtual,
  editIf: campaignEditIf,
  asked: campaignAsked,
  columns: ['name', 'state', 'template_id', 'audience_id', 'schedule_at', 'started_at'],
  filter: ['state', 'template_id', 'audience_id'],
  sort: ['name', 'schedule_at', 'created_at'],
  order: '-created_at',
  ui: campaignUi,
  search: ['name'],
  groups: [{ title: 'Campaign', fields: ['name', 'template_id', 'params', 'audience_id'] }, campaignPace, campaignStatus],
  actions: {
    start: { wire: 'POST whatsapp-campaigns/{id}/start', as: 'update', offers: campaignOffers.start },
    move: { wire: 'POST whatsapp-campaigns/{id}/move', as: 'update', offers: campaignOffers.move },
    decide: { wire: 'POST whatsapp-campaigns/{id}/decide', as: 'update', offers: campaignOffers.decide },
    segment: { wire: 'POST whatsapp-campaigns/{id}/segment', as: 'update', offers: campaignOffers.segment },
    test: {
      wire: 'POST whatsapp-campaigns/{id}/test',
      as: 'update',
      offers: [
        {
          label: 'Send test',
          ask: { properties: { to: { type: 'string', title: 'WhatsApp number', maxLength: 254 } }, required: ['to'] },
        },
      ],
      perDay: 200,
    },
    results: { wire: 'GET whatsapp-campaigns/{id}/results', as: 'read', shows: campaignSections.results },
    recipients: {
      wire: 'GET whatsapp-campaigns/{id}/recipients?page_number,limit,result',
      as: 'read',
      shows: campaignSections.recipients,
    },
    check: { wire: 'GET whatsapp-campaigns/{id}/check', as: 'read', shows: campaignSections.check },
    preview: { wire: 'GET whatsapp-campaigns/{id}/preview', as: 'read', shows: campaignSections.preview },
  },
  examples: [{ name: 'Scholarship result', template_id: '$whatsapp-templates', audience_id: '$lead-gen-audiences' }],
});

export type WhatsappCampaign = Row<typeof whatsappCampaigns>;
