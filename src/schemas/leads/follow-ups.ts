import { defineResource, type Row } from '../kit/resource';

export const followUps = defineResource({
  name: 'follow-ups',
  label: 'Follow-up',
  access: { code: 'LEADS' },
  fields: {
    type: 'object',
    required: ['lead_id', 'call_date_time'],
    additionalProperties: false,
    properties: {
      call_action_id: { type: 'string', maxLength: 26, minLength: 1 },
      lead_id: { type: 'string' },
      call_date_time: { type: 'string', title: 'Followup At', format: 'date-time' },
      btn_message: { type: 'string', title: 'Stage', maxLength: 60 },
      created_date: { type: 'string', title: 'Created At', format: 'date-time' },
      state: { type: 'string', enum: ['pending', 'done', 'replaced', 'cancelled'], default: 'pending' },
      done_at: { type: 'string', format: 'date-time' },
      done_source: { type: 'string', maxLength: 30 },
      user_id: { type: 'string', title: 'For' },
      note: { type: 'string', maxLength: 2000 },
      done_by: { type: 'string' },
      reschedule_count: { type: 'integer', minimum: 0, default: 0 },
    },
  },
  readOnly: ['call_action_id', 'btn_message', 'created_date', 'state', 'done_at', 'done_source', 'done_by', 'reschedule_count'],
  refs: { lead_id: 'leads', user_id: 'users', done_by: 'users' },
  scope: { through: 'lead_id' },
  columns: ['call_date_time', 'lead_id', 'btn_message', 'note', 'user_id', 'state'],
  filter: ['lead_id', 'user_id', 'state', 'call_date_time', 'call_action_id', 'done_by'],
  sort: ['call_date_time', 'created_at'],
  order: 'call_date_time',
  fixed: ['lead_id'],
  capped: true,
  wire: { delete: 'none' },
  examples: [{ lead_id: '$leads', call_date_time: '2999-01-01T05:30:00Z', note: 'Call about the hostel fee' }],
});

export type FollowUp = Row<typeof followUps>;
