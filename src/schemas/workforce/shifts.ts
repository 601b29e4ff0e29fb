import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';
import { weekdays } from '../kit/static-lists';

export const shifts = defineResource({
  name: 'shifts',
  label: 'Shift',
  menu: { under: 'Employee configuration', tab: 'Shifts', path: '/employee/configuration/shifts' },
  access: { rule: 'role 1', list: 'signed-in', read: 'signed-in', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['name', 'start_time', 'end_time'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 40 },
      start_time: { type: 'string', title: 'Starts', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
      end_time: { type: 'string', title: 'Ends', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
      weekly_off: { type: 'array', title: 'Weekly off', items: { type: 'string', enum: weekdays }, uniqueItems: true },
      grace_min: { type: 'integer', title: 'Grace minutes', minimum: 0, maximum: 180, default: 15 },
      half_day_min: { type: 'integer', title: 'Minimum minutes for a full day', minimum: 0, maximum: 720, default: 240 },
      user_ids: { type: 'array', title: 'People', items: { type: 'string' }, uniqueItems: true },
      status,
    },
  },
  readOnly: ['user_ids'],
  // Read from users.shift_id.
  virtual: ['user_ids'],
  refs: { user_ids: 'users' },
  unique: ['name'],
  columns: ['name', 'start_time', 'end_time', 'weekly_off', 'grace_min', 'status'],
  filter: ['status'],
  sort: ['name', 'start_time'],
  order: 'name',
  search: ['name'],
  ui: { status: { widget: 'switch' }, start_time: { widget: 'time' }, end_time: { widget: 'time' } },
  examples: [{ name: 'Day', start_time: '09:30', end_time: '18:30', weekly_off: ['Sunday'], grace_min: 15 }],
});

export type Shift = Row<typeof shifts>;
