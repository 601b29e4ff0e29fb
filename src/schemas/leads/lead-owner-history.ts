import { defineResource, type Row } from '../kit/resource';

export const leadOwnerHistory = defineResource({
  name: 'lead-owner-history',
  label: 'Owner change',
  access: { code: 'LEADS' },
  fields: {
    type: 'object',
    required: [],
    additionalProperties: false,
    properties: {
      lead_id: { type: 'string' },
      from_user_id: { type: 'string' },
      to_user_id: { type: 'string' },
      reason: {
        type: 'string',
        enum: [
          'manual',
          'api',
          'bulk',
          'referral',
          'allocation',
          'assignment_rule',
          'rule_engine',
          'import',
          'deactivated_user',
          'merge',
        ],
      },
      rule_id: { type: 'string', maxLength: 26 },
      note: { type: 'string', maxLength: 300 },
      actor: { type: 'string', title: 'Done by', maxLength: 160 },
    },
  },
  readOnly: ['lead_id', 'from_user_id', 'to_user_id', 'reason', 'rule_id', 'note', 'actor'],
  refs: { lead_id: 'leads', from_user_id: 'users', to_user_id: 'users' },
  scope: { through: 'lead_id' },
  columns: ['created_at', 'from_user_id', 'to_user_id', 'reason'],
  filter: ['lead_id', 'to_user_id'],
  sort: ['created_at'],
  order: '-created_at',
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type OwnerChange = Row<typeof leadOwnerHistory>;
