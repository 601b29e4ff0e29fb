import { defineResource, type Row } from '../kit/resource';

const pending = { field: 'state', is: 'pending' } as const;
const remark = { type: 'string', title: 'Remark', maxLength: 300 } as const;

export const leaves = defineResource({
  name: 'leaves',
  label: 'Leave request',
  menu: { group: 'Employee Workforce', entry: 'Leave', order: 11, path: '/employee/leave' },
  access: { rule: 'signed-in', menu: 'role 1' },
  fields: {
    type: 'object',
    required: ['leave_type_id', 'from_date', 'to_date', 'reason'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      leave_type_id: { type: 'string', title: 'Type' },
      from_date: { type: 'string', title: 'From', format: 'date' },
      to_date: { type: 'string', title: 'To', format: 'date' },
      half_day: { type: 'string', title: 'Half day', enum: ['none', 'first', 'second'], default: 'none' },
      reason: { type: 'string', minLength: 1, maxLength: 500 },
      attachment: { type: 'string', format: 'uri-reference' },
      state: { type: 'string', enum: ['pending', 'approved', 'rejected', 'cancelled'], default: 'pending' },
      decided_by: { type: 'string' },
      remark,
    },
  },
  readOnly: ['user_id', 'state', 'decided_by'],
  refs: { user_id: 'users', leave_type_id: 'leave-types', decided_by: 'users' },
  scope: { owner: 'user_id', beyond: 'own and role scope' },
  files: ['attachment'],
  display: 'reason',
  columns: ['from_date', 'user_id', 'leave_type_id', 'state', 'to_date', 'half_day', 'reason', 'decided_by', 'created_at'],
  filter: ['state', 'user_id', 'leave_type_id', 'from_date'],
  sort: ['from_date', 'created_at'],
  order: '-from_date',
  search: ['reason'],
  ui: {
    reason: { widget: 'textarea' },
    remark: { widget: 'hidden' },
    half_day: { labels: { none: 'Whole days', first: 'First half', second: 'Second half' } },
  },
  when: [{ notBefore: ['to_date', 'from_date'] }],
  checks: ['half a day is one day'],
  wire: { delete: 'none' },
  actions: {
    decision: {
      wire: 'PUT res/leaves/{id}/decision',
      as: 'update',
      access: { roles: [1, 2, 3] },
      offers: [
        { label: 'Approve', if: pending, send: { status: 'approved' }, ask: { properties: { remark } }, look: 'primary' },
        { label: 'Reject', if: pending, send: { status: 'rejected' }, ask: { properties: { remark } }, look: 'plain' },
      ],
    },
    cancel: {
      wire: 'PUT res/leaves/{id}/cancel',
      as: 'update',
      offers: [{ label: 'Cancel request', if: { field: 'state', in: ['pending', 'approved'] }, to: 'user_id' }],
    },
  },
  examples: [{ leave_type_id: '$leave-types', from_date: '2026-12-24', to_date: '2026-12-26', reason: 'Wedding in the family' }],
});

export type Leave = Row<typeof leaves>;
