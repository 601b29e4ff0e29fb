import { defineResource, type Row } from '../kit/resource';

/** The result of each record of a bulk change and its values before and after: read by `GET jobs/{id}/rows` and used for undo. */
export const jobRows = defineResource({
  name: 'job-rows',
  label: 'Result of a job',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['job_id', 'record_id', 'outcome'],
    additionalProperties: false,
    properties: {
      job_id: { type: 'string' },
      record_id: { type: 'string', maxLength: 60 },
      name: { type: 'string', maxLength: 200 },
      outcome: { type: 'string', enum: ['done', 'skipped'] },
      reason: { type: 'string', maxLength: 300 },
      before: { type: 'object' },
      after: { type: 'object' },
      version: { type: 'integer' },
    },
  },
  audited: false,
  refs: { job_id: 'jobs' },
  unique: [['job_id', 'record_id']],
  filter: ['job_id', 'outcome'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type JobRow = Row<typeof jobRows>;
