import { defineResource, type Row } from '../kit/resource';

export const collegeCourses = defineResource({
  name: 'college-courses',
  label: 'Course of a college',
  plural: 'Courses of colleges',
  access: { code: 'PATNER_COLLEGES', list: 'look-up', feature: 'partner_college' },
  fields: {
    type: 'object',
    required: ['clg_id', 'course_id'],
    additionalProperties: false,
    properties: {
      clg_id: { type: 'integer', title: 'College' },
      course_id: { type: 'string', title: 'Course' },
      fee_total: { type: 'number', title: 'Total fee', minimum: 0 },
      min_percent: { type: 'number', title: 'Minimum marks', minimum: 0, maximum: 100 },
      exams: {
        type: 'array',
        title: 'Entrance exams',
        items: { type: 'string', minLength: 1, maxLength: 60 },
        uniqueItems: true,
        maxItems: 20,
      },
      seats: { type: 'integer', minimum: 0 },
      intake: { type: 'string', maxLength: 40 },
      last_date: { type: 'string', title: 'Last date to apply', format: 'date' },
    },
  },
  refs: { clg_id: 'colleges', course_id: 'courses' },
  unique: [['clg_id', 'course_id']],
  columns: ['course_id', 'clg_id', 'fee_total', 'seats', 'min_percent', 'exams', 'last_date'],
  filter: ['clg_id', 'course_id', 'last_date'],
  sort: ['fee_total', 'last_date', 'created_at'],
  order: '-created_at',
  ui: { exams: { help: 'One of them is needed. Leave it empty if no exam is.' } },
  examples: [{ clg_id: '$colleges', course_id: '$courses', fee_total: 480000, min_percent: 60, last_date: '2027-06-30' }],
});

export type CollegeCourse = Row<typeof collegeCourses>;
