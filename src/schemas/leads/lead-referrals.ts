import { defineResource, type Row } from '../kit/resource';

/** One user asks another to take a lead; `decision` answers it. Visible to both of them and to their managers. */
export const leadReferrals = defineResource({
  name: 'lead-referrals',
  label: 'Lead referral',
  access: { code: 'LEADS', create: { code: 'LEADS', level: 3 } },
  fields: {
    type: 'object',
    required: ['lead_id', 'to_user_id'],
    additionalProperties: false,
    properties: {
      lead_id: { type: 'string', title: 'Lead' },
      to_user_id: { type: 'string', title: 'To' },
      state: { type: 'string', enum: ['pending', 'accepted', 'rejected', 'cancelled'], default: 'pending' },
      answer_reason: { type: 'string', title: 'Reason', maxLength: 500 },
      note: { type: 'string', maxLength: 500 },
    },
  },
  readOnly: ['state', 'answer_reason'],
  refs: { lead_id: 'leads', to_user_id: 'users' },
  leadData: { apart: 'the person asked to take a lead can read which one before they own it' },
  scope: { owner: 'to_user_id', also: ['created_by'], beyond: 'role scope' },
  messages: { to_user_id: { required: 'Choose a colleague' } },
  columns: ['lead_id', 'to_user_id', 'state', 'answer_reason', 'note', 'created_by', 'created_at'],
  filter: ['lead_id', 'to_user_id', 'state', 'created_by'],
  sort: ['created_at'],
  order: '-created_at',
  ui: {
    state: { labels: { pending: 'Waiting', accepted: 'Accepted', rejected: 'Rejected', cancelled: 'Taken back' } },
    note: { widget: 'textarea' },
  },
  wire: { update: 'none', delete: 'none' },
  actions: {
    decision: {
      wire: 'PUT res/lead-referrals/{id}/decision',
      as: 'update',
      access: { code: 'LEADS', level: 1 },
      offers: [
        {
          label: 'Accept',
          if: { field: 'state', is: 'pending' },
          to: 'to_user_id',
          send: { state: 'accepted' },
          look: 'primary',
        },
        {
          label: 'Reject',
          if: { field: 'state', is: 'pending' },
          to: 'to_user_id',
          send: { state: 'rejected' },
          ask: {
            properties: { answer_reason: { type: 'string', title: 'Reason', maxLength: 500 } },
            required: ['answer_reason'],
          },
          look: 'plain',
        },
        {
          label: 'Take back',
          if: { field: 'state', is: 'pending' },
          to: 'created_by',
          send: { state: 'cancelled' },
          look: 'plain',
        },
      ],
    },
  },
  examples: [{ lead_id: '$leads', to_user_id: '$users' }],
});

export type LeadReferral = Row<typeof leadReferrals>;
