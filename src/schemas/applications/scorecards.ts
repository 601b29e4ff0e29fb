import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const scorecards = defineResource({
  name: 'scorecards',
  label: 'Scorecard',
  menu: { group: 'Application Manager', entry: 'Manage Scorecard', order: 56, path: '/post-application/manage-scorecard' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['name', 'criteria'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      criteria: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'weight', 'max'],
          additionalProperties: false,
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 80 },
            weight: { type: 'number', title: 'Weight %', minimum: 0, maximum: 100 },
            max: { type: 'number', title: 'Maximum points', minimum: 1, maximum: 1000 },
          },
        },
        minItems: 1,
        maxItems: 30,
      },
      course_ids: { type: 'array', title: 'Courses', items: { type: 'string' }, uniqueItems: true },
      status,
    },
  },
  refs: { course_ids: 'courses' },
  unique: ['name'],
  messages: { criteria: { required: 'Add at least one criterion' } },
  columns: ['name', 'criteria', 'course_ids', 'status'],
  filter: ['status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name'],
  checks: ['criteria differ', 'weights sum to 100'],
  ui: { status: { widget: 'switch' } },
  later: {
    fields: {
      pass_mark: {
        why: 'interviewers decide whether an applicant passes',
        field: { type: 'number', title: 'Pass mark %', minimum: 0, maximum: 100 },
      },
    },
  },
  examples: [
    {
      name: 'MBA personal interview',
      criteria: [
        { name: 'Communication', weight: 40, max: 10 },
        { name: 'Motivation', weight: 60, max: 10 },
      ],
    },
  ],
});

export type Scorecard = Row<typeof scorecards>;
