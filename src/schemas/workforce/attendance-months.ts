import { defineResource, type Row } from '../kit/resource';

/** A person's days as they were when the month was locked, so that a later change of shift or holiday does not change them. */
export const attendanceMonths = defineResource({
  name: 'attendance-months',
  label: 'Locked attendance',
  plural: 'Locked attendance',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['lock_id', 'user_id', 'days'],
    additionalProperties: false,
    properties: {
      lock_id: { type: 'string' },
      user_id: { type: 'string' },
      days: {},
      work_seconds: { type: 'integer', minimum: 0 },
      break_seconds: { type: 'integer', minimum: 0 },
    },
  },
  audited: false,
  refs: { lock_id: 'attendance-locks', user_id: { to: 'users', evenInactive: true } },
  filter: ['lock_id'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type AttendanceMonthRow = Row<typeof attendanceMonths>;
