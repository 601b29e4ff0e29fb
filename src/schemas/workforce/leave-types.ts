import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const leaveTypes = defineResource({
  name: 'leave-types',
  label: 'Leave type',
  menu: { under: 'Employee configuration', tab: 'Leave types', path: '/employee/configuration/leave-types' },
  access: { rule: 'role 1', list: 'signed-in', read: 'signed-in', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 40 },
      yearly_days: { type: 'number', title: 'Days per year', minimum: 0, maximum: 365, default: 12 },
      carry_forward: { type: 'boolean', title: 'Carry forward to next year', default: false },
      paid: { type: 'boolean', default: true },
      status,
    },
  },
  unique: ['name'],
  columns: ['name', 'yearly_days', 'carry_forward', 'paid', 'status'],
  filter: ['paid', 'status'],
  sort: ['name', 'yearly_days'],
  order: 'name',
  search: ['name'],
  ui: { status: { widget: 'switch' }, yearly_days: { help: 'Enter 0 for no limit' } },
  examples: [{ name: 'Casual leave', yearly_days: 12, paid: true }],
});

export type LeaveType = Row<typeof leaveTypes>;
