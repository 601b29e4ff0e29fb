import { defineResource, type Row } from '../kit/resource';
import { month } from '../kit/shared-fields';

/** A month whose attendance is final: payroll reads figures that nobody can change any more. Deleting the lock opens the month. */
export const attendanceLocks = defineResource({
  name: 'attendance-locks',
  label: 'Locked month',
  access: { rule: 'role 1', list: 'signed-in', read: 'signed-in' },
  fields: {
    type: 'object',
    required: ['month'],
    additionalProperties: false,
    properties: { month },
  },
  fixed: ['month'],
  unique: ['month'],
  columns: ['month', 'created_by', 'created_at'],
  filter: ['month'],
  sort: ['month'],
  order: '-month',
  messages: { month: { pattern: 'Enter the month as 2026-04' } },
  wire: { update: 'none' },
  examples: [{ month: '2020-04' }],
});

export type AttendanceLock = Row<typeof attendanceLocks>;
