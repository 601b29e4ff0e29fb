import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

/** Which colleges a lead of these states and courses is offered. */
export const courseRules = defineResource({
  name: 'course-rules',
  label: 'Course rule',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Course rules', path: '/config/course-rules' },
  access: { code: 'Setting_Configuration' },
  fields: {
    type: 'object',
    required: ['name', 'state_ids', 'college_ids'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      state_ids: { type: 'array', title: 'States', items: { type: 'integer' }, minItems: 1, uniqueItems: true },
      stream_ids: { type: 'array', title: 'Streams', items: { type: 'string' }, uniqueItems: true },
      course_ids: { type: 'array', title: 'Courses', items: { type: 'string' }, uniqueItems: true },
      college_ids: { type: 'array', title: 'Colleges offered', items: { type: 'integer' }, minItems: 1, uniqueItems: true },
      priority: { type: 'integer', minimum: 0, maximum: 1000, default: 0 },
      status,
    },
  },
  refs: { state_ids: 'states', stream_ids: 'streams', course_ids: 'courses', college_ids: 'colleges' },
  unique: ['name'],
  messages: { college_ids: { required: 'Choose at least one college' } },
  columns: ['name', 'state_ids', 'stream_ids', 'course_ids', 'college_ids', 'priority', 'status'],
  filter: ['status'],
  sort: ['name', 'priority', 'updated_at'],
  order: '-priority',
  search: ['name'],
  checks: ['a stream or a course'],
  ui: { status: { widget: 'switch' }, priority: { help: 'If two rules match, the one with the higher number is used' } },
  groups: [
    { title: 'Rule', fields: ['name', 'priority', 'status'] },
    { title: 'Matching leads', fields: ['state_ids', 'stream_ids', 'course_ids'] },
    { title: 'Colleges to offer', fields: ['college_ids'] },
  ],
  wire: {
    list: 'GET get-course-rule-list',
    read: 'GET get-course-rule-by-id?id',
    create: 'POST save/state-course/rule',
    update: 'PUT update-course-rule/{id}',
    delete: 'DELETE delete-course-rule/{id}',
  },
  later: {
    page: 'leads are not offered courses by these rules yet. Rules you add are saved.',
  },
  examples: [
    {
      name: 'Engineering in Maharashtra',
      state_ids: ['$states'],
      stream_ids: ['$streams'],
      college_ids: ['$colleges'],
      priority: 10,
    },
  ],
});

export type CourseRule = Row<typeof courseRules>;
