import { defineResource, type Row } from '../kit/resource';

export const interviews = defineResource({
  name: 'interviews',
  label: 'Interview',
  menu: { group: 'Application Manager', entry: 'Interview Scheduler', order: 57, path: '/form-builder/interview' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['application_id', 'panel_user_ids', 'starts_at'],
    additionalProperties: false,
    properties: {
      application_id: { type: 'string' },
      panel_user_ids: { type: 'array', title: 'Panel', items: { type: 'string' }, minItems: 1, uniqueItems: true },
      starts_at: { type: 'string', title: 'Starts', format: 'date-time' },
      duration_min: { type: 'integer', title: 'Minutes', minimum: 5, maximum: 480, default: 30 },
      mode: { type: 'string', enum: ['online', 'in_person', 'phone'], default: 'online' },
      link: { type: 'string', format: 'uri', maxLength: 2048, pattern: '^https?://' },
      place: { type: 'string', maxLength: 200 },
      scorecard_id: { type: 'string' },
      scores: {
        type: 'array',
        items: {
          type: 'object',
          required: ['criterion', 'score'],
          additionalProperties: false,
          properties: {
            criterion: { type: 'string', minLength: 1, maxLength: 80 },
            score: { type: 'number', minimum: 0, maximum: 1000 },
            user_id: { type: 'string', title: 'Evaluator' },
          },
        },
        maxItems: 200,
      },
      result: { type: 'string', enum: ['pending', 'selected', 'waitlisted', 'rejected', 'absent'], default: 'pending' },
      state: { type: 'string', enum: ['scheduled', 'done', 'cancelled', 'rescheduled'], default: 'scheduled' },
      total: { type: 'number', title: 'Total %', minimum: 0, maximum: 100 },
    },
  },
  readOnly: ['total'],
  fixed: ['application_id'],
  refs: {
    application_id: 'applications',
    panel_user_ids: 'users',
    scorecard_id: 'scorecards',
    'scores.*.user_id': { to: 'users', evenInactive: true },
  },
  scope: { through: 'application_id' },
  messages: { panel_user_ids: { required: 'Choose at least one panel member' } },
  columns: ['starts_at', 'application_id', 'panel_user_ids', 'state', 'mode', 'total', 'result'],
  filter: ['state', 'result', 'mode', 'starts_at', 'application_id', 'scorecard_id'],
  sort: ['starts_at', 'total'],
  order: 'starts_at',
  ui: { mode: { labels: { in_person: 'In person' } } },
  groups: [
    {
      title: 'Appointment',
      fields: ['application_id', 'panel_user_ids', 'starts_at', 'duration_min', 'mode', 'link', 'place', 'state'],
    },
    { title: 'Evaluation', fields: ['scorecard_id', 'scores', 'result'] },
  ],
  when: [
    { if: { field: 'mode', is: 'online' }, show: ['link'] },
    { if: { field: 'mode', is: 'in_person' }, show: ['place'] },
  ],
  examples: [
    {
      application_id: '$applications',
      panel_user_ids: ['$users'],
      starts_at: '2026-06-10T05:30:00.000Z',
      duration_min: 30,
      mode: 'phone',
    },
  ],
});

export type Interview = Row<typeof interviews>;
