import { defineResource, type Row } from '../kit/resource';

export const attendance = defineResource({
  name: 'attendance',
  label: 'Attendance',
  plural: 'Attendance',
  menu: { under: 'Attendance', tab: 'All days', path: '/employee/attendance/days' },
  access: { rule: 'signed-in', update: { roles: [1, 2, 3] } },
  fields: {
    type: 'object',
    required: ['user_id', 'date'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      date: { type: 'string', format: 'date' },
      check_in: { type: 'string', format: 'date-time' },
      check_out: { type: 'string', format: 'date-time' },
      mode: { type: 'string', enum: ['office', 'remote', 'field'], default: 'office' },
      state: { type: 'string', enum: ['present', 'half_day', 'absent', 'leave', 'holiday', 'week_off'] },
      late_min: { type: 'integer', title: 'Late by (minutes)', minimum: 0 },
      location: { type: 'object', properties: { latitude: { type: 'number' }, longitude: { type: 'number' } } },
      remark: { type: 'string', maxLength: 300 },
    },
  },
  readOnly: ['user_id', 'date', 'state', 'late_min'],
  refs: { user_id: { to: 'users', evenInactive: true } },
  scope: { owner: 'user_id', beyond: 'own and role scope' },
  unique: [['user_id', 'date']],
  columns: ['date', 'user_id', 'state', 'check_in', 'check_out', 'late_min', 'mode', 'remark'],
  filter: ['user_id', 'date', 'state', 'mode'],
  sort: ['date', 'check_in'],
  order: '-date',
  when: [{ notBefore: ['check_out', 'check_in'] }],
  // One record per person and day, created by checking in; a manager can correct the times.
  wire: { create: 'none', delete: 'none' },
});

export type Attendance = Row<typeof attendance>;
