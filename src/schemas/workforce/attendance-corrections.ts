import { defineResource, type Row } from '../kit/resource';

const pending = { field: 'state', is: 'pending' } as const;
const remark = { type: 'string', title: 'Remark', maxLength: 300 } as const;

/** A day whose times someone asks to correct; the manager decides, and an approved one changes the day. */
export const attendanceCorrections = defineResource({
  name: 'attendance-corrections',
  label: 'Attendance correction',
  menu: { under: 'Attendance', tab: 'Corrections', path: '/employee/attendance/corrections' },
  access: { rule: 'signed-in' },
  fields: {
    type: 'object',
    required: ['date', 'reason'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      date: { type: 'string', title: 'Day', format: 'date' },
      check_in: { type: 'string', title: 'Came in at', format: 'date-time' },
      check_out: { type: 'string', title: 'Left at', format: 'date-time' },
      reason: { type: 'string', minLength: 1, maxLength: 300 },
      state: { type: 'string', enum: ['pending', 'approved', 'rejected', 'cancelled'], default: 'pending' },
      decided_by: { type: 'string' },
      remark,
    },
  },
  readOnly: ['user_id', 'state', 'decided_by'],
  refs: { user_id: { to: 'users', evenInactive: true }, decided_by: { to: 'users', evenInactive: true } },
  scope: { owner: 'user_id', beyond: 'own and role scope' },
  display: 'reason',
  columns: ['date', 'user_id', 'check_in', 'check_out', 'reason', 'state', 'decided_by', 'created_at'],
  filter: ['state', 'user_id', 'date'],
  sort: ['date', 'created_at'],
  order: '-date',
  search: ['reason'],
  fixed: ['date'],
  ui: { reason: { widget: 'textarea' }, remark: { widget: 'hidden' } },
  when: [{ notBefore: ['check_out', 'check_in'] }],
  wire: { delete: 'none' },
  actions: {
    decision: {
      wire: 'PUT res/attendance-corrections/{id}/decision',
      as: 'update',
      access: { roles: [1, 2, 3] },
      offers: [
        { label: 'Approve', if: pending, send: { status: 'approved' }, ask: { properties: { remark } }, look: 'primary' },
        { label: 'Reject', if: pending, send: { status: 'rejected' }, ask: { properties: { remark } }, look: 'plain' },
      ],
    },
    cancel: {
      wire: 'PUT res/attendance-corrections/{id}/cancel',
      as: 'update',
      offers: [{ label: 'Cancel request', if: pending, to: 'user_id' }],
    },
  },
  examples: [{ date: '2020-11-24', check_in: '2020-11-24T04:00:00.000Z', reason: 'The office was without power' }],
});

export type AttendanceCorrection = Row<typeof attendanceCorrections>;
