import { campaignState, figures, scheduleAt } from '../kit/message-fields';
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
            text: { type: 'string', title: 'or this text', maxLength: 200 },
          },
        },
        maxItems: 50,
      },
      audience_id: { type: 'string', title: 'Audience' },
      schedule_at: scheduleAt,
      state: campaignState,
      totals: figures('queued', 'sent', 'delivered', 'read', 'replied', 'failed'),
    },
  },
  refs: { template_id: 'whatsapp-templates', audience_id: 'lead-gen-audiences' },
  readOnly: ['totals'],
  columns: ['name', 'state', 'template_id', 'audience_id', 'schedule_at', 'totals'],
  filter: ['state', 'template_id', 'audience_id', 'schedule_at'],
  sort: ['name', 'schedule_at', 'created_at'],
  order: '-created_at',
  search: ['name'],
  when: [{ if: { field: 'state', is: 'scheduled' }, require: ['schedule_at'] }],
  groups: [
    { title: 'Campaign', fields: ['name', 'template_id', 'params', 'audience_id'] },
    { title: 'When', fields: ['state', 'schedule_at'] },
  ],
  examples: [{ name: 'Scholarship result', template_id: '$whatsapp-templates', audience_id: '$lead-gen-audiences' }],
});

export type WhatsappCampaign = Row<typeof whatsappCampaigns>;
