import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const courses = defineResource({
  name: 'courses',
  label: 'Course',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Courses', path: '/config/courses' },
  access: { code: 'Setting_Configuration', list: 'look-up' },
  fields: {
    type: 'object',
    required: ['name', 'stream_id'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      stream_id: { type: 'string', title: 'Stream' },
      level: {
        type: 'string',
        enum: ['certificate', 'diploma', 'undergraduate', 'postgraduate', 'doctorate'],
        default: 'undergraduate',
      },
      duration_months: { type: 'integer', title: 'Duration in months', minimum: 1, maximum: 120 },
      status,
    },
  },
  refs: { stream_id: 'streams' },
  unique: ['name'],
  columns: ['name', 'stream_id', 'level', 'duration_months', 'status'],
  filter: ['stream_id', 'level', 'status'],
  sort: ['name', 'duration_months'],
  order: 'name',
  search: ['name'],
  ui: { status: { widget: 'switch' } },
  examples: [{ name: 'B.Tech Computer Science', stream_id: '$streams', level: 'undergraduate', duration_months: 48 }],
});

export type Course = Row<typeof courses>;
