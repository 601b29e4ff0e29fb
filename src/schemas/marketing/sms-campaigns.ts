import { campaignState, figures, scheduleAt } from '../kit/message-fields';
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
      audience_id: { type: 'string', title: 'Audience' },
    },
  },
  refs: { template_id: 'sms-templates', audience_id: 'lead-gen-audiences' },
  columns: ['name', 'template_id', 'audience_id'],
  filter: ['template_id', 'audience_id'],
  sort: ['name', 'created_at'],
  order: '-created_at',
  search: ['name', 'sender_id'],
  groups: [{ title: 'Campaign', fields: ['name', 'template_id', 'sender_id', 'audience_id'] }],
  later: {
    page: 'campaigns are not sent yet. To reach an audience now, use Lead Generation, Broadcasts.',
    fields: {
      schedule_at: { why: 'campaigns are not sent yet', field: scheduleAt },
      state: { why: 'campaigns are not sent yet', field: campaignState },
      totals: { why: 'campaigns are not sent yet', field: figures('queued', 'sent', 'delivered', 'failed') },
    },
  },
  examples: [{ name: 'Form reminder', template_id: '$sms-templates', sender_id: 'NRTHST', audience_id: '$lead-gen-audiences' }],
});

export type SmsCampaign = Row<typeof smsCampaigns>;
