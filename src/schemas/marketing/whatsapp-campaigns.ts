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
            text: { type: 'string', title: 'Or fixed text', maxLength: 200 },
          },
        },
        maxItems: 50,
      },
      audience_id: { type: 'string', title: 'Audience' },
    },
  },
  refs: { template_id: 'whatsapp-templates', audience_id: 'lead-gen-audiences' },
  columns: ['name', 'template_id', 'audience_id'],
  filter: ['template_id', 'audience_id'],
  sort: ['name', 'created_at'],
  order: '-created_at',
  search: ['name'],
  groups: [{ title: 'Campaign', fields: ['name', 'template_id', 'params', 'audience_id'] }],
  later: {
    page: 'campaigns are not sent yet. To reach an audience now, use Lead Generation, Broadcasts.',
    fields: {
      schedule_at: { why: 'campaigns are not sent yet', field: scheduleAt },
      state: { why: 'campaigns are not sent yet', field: campaignState },
      totals: { why: 'campaigns are not sent yet', field: figures('queued', 'sent', 'delivered', 'read', 'replied', 'failed') },
    },
  },
  examples: [{ name: 'Scholarship result', template_id: '$whatsapp-templates', audience_id: '$lead-gen-audiences' }],
});

export type WhatsappCampaign = Row<typeof whatsappCampaigns>;
