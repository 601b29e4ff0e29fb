import { campaignState, figures, scheduleAt } from '../kit/message-fields';
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
      audience_id: { type: 'string', title: 'Audience' },
      from_name: { type: 'string', title: 'From (name)', minLength: 1, maxLength: 80 },
      from_email: { ...email, title: 'From (email)' },
      reply_to: { ...email, title: 'Reply to' },
    },
  },
  refs: { template_id: 'campaign-templates', audience_id: 'lead-gen-audiences' },
  leadData: { whose: 'the sender' },
  columns: ['name', 'template_id', 'audience_id'],
  filter: ['template_id', 'audience_id'],
  sort: ['name', 'created_at'],
  order: '-created_at',
  search: ['name', 'from_email'],
  groups: [
    { title: 'Campaign', fields: ['name', 'template_id', 'audience_id'] },
    { title: 'Sender', fields: ['from_name', 'from_email', 'reply_to'] },
  ],
  later: {
    page: 'campaigns are not sent yet. To reach an audience now, use Lead Generation, Broadcasts.',
    fields: {
      schedule_at: { why: 'campaigns are not sent yet', field: scheduleAt },
      state: { why: 'campaigns are not sent yet', field: campaignState },
      totals: {
        why: 'campaigns are not sent yet',
        field: figures('queued', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'unsubscribed'),
      },
    },
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
