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
      schedule_at: scheduleAt,
      state: campaignState,
      totals: figures('queued', 'sent', 'delivered', 'failed'),
    },
  },
  refs: { template_id: 'sms-templates', audience_id: 'lead-gen-audiences' },
  readOnly: ['totals'],
  columns: ['name', 'state', 'template_id', 'audience_id', 'schedule_at', 'totals'],
  filter: ['state', 'template_id', 'audience_id', 'schedule_at'],
  sort: ['name', 'schedule_at', 'created_at'],
  order: '-created_at',
  search: ['name', 'sender_id'],
  when: [{ if: { field: 'state', is: 'scheduled' }, require: ['schedule_at'] }],
  groups: [
    { title: 'Campaign', fields: ['name', 'template_id', 'sender_id', 'audience_id'] },
    { title: 'When', fields: ['state', 'schedule_at'] },
  ],
  examples: [{ name: 'Form reminder', template_id: '$sms-templates', sender_id: 'NRTHST', audience_id: '$lead-gen-audiences' }],
});

export type SmsCampaign = Row<typeof smsCampaigns>;
