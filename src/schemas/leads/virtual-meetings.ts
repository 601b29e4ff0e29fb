import { defineResource, type Row } from '../kit/resource';
import { url } from '../kit/shared-fields';

export const virtualMeetings = defineResource({
  name: 'virtual-meetings',
  label: 'Virtual meeting',
  access: { code: 'LEADS' },
  fields: {
    type: 'object',
    required: ['lead_id', 'user_id', 'starts_at'],
    additionalProperties: false,
    properties: {
      lead_id: { type: 'string', title: 'Lead' },
      user_id: { type: 'string', title: 'With' },
      starts_at: { type: 'string', title: 'Starts', format: 'date-time' },
      duration_min: { type: 'integer', title: 'Minutes', minimum: 5, maximum: 480, default: 30 },
      link: url,
      state: { type: 'string', enum: ['scheduled', 'done', 'missed', 'cancelled'], default: 'scheduled' },
      note: { type: 'string', maxLength: 2000 },
    },
  },
  refs: { lead_id: 'leads', user_id: 'users' },
  fixed: ['lead_id'],
  scope: { through: 'lead_id' },
  messages: { user_id: { required: 'Choose who meets the lead' } },
  columns: ['starts_at', 'lead_id', 'user_id', 'duration_min', 'state', 'link'],
  filter: ['lead_id', 'user_id', 'state', 'starts_at'],
  sort: ['starts_at', 'created_at'],
  order: '-starts_at',
  ui: { note: { widget: 'textarea' } },
  examples: [{ lead_id: '$leads', user_id: '$users', starts_at: '2999-01-01T05:30:00.000Z', link: 'https://meet.example/abc' }],
});

export type VirtualMeeting = Row<typeof virtualMeetings>;
