import { defineResource, type Row } from '../kit/resource';
import { month } from '../kit/shared-fields';
import { banks } from '../kit/static-lists';

export const finances = defineResource({
  name: 'finances',
  label: 'Finance record',
  plural: 'Finances',
  menu: { entry: 'Finances', order: 8, path: '/employee/finances' },
  access: { rule: 'role 1', list: 'signed-in', read: 'signed-in', menu: 'signed-in', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['user_id', 'kind', 'amount', 'month'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string', title: 'Employee' },
      kind: { type: 'string', enum: ['salary', 'incentive', 'expense', 'deduction'] },
      amount: { type: 'number', minimum: 0 },
      month,
      bank: { type: 'string', enum: banks },
      reference: { type: 'string', maxLength: 60 },
      attachment: { type: 'string', format: 'uri-reference' },
      state: { type: 'string', enum: ['draft', 'approved', 'paid', 'rejected'], default: 'draft' },
    },
  },
  refs: { user_id: { to: 'users', evenInactive: true } },
  scope: { owner: 'user_id', beyond: 'role 1' },
  files: ['attachment'],
  columns: ['month', 'user_id', 'kind', 'amount', 'reference', 'state'],
  filter: ['user_id', 'kind', 'month', 'state'],
  sort: ['month', 'amount'],
  order: '-month',
  search: ['reference'],
  ui: { month: { placeholder: '2026-04' } },
  messages: { month: { pattern: 'Enter the month as 2026-04' } },
  examples: [{ user_id: '$users', kind: 'incentive', amount: 4500, month: '2026-04', reference: 'Three enrolments' }],
});

export type Finance = Row<typeof finances>;
