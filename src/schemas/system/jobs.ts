import { defineResource, type Row } from '../kit/resource';

/** Background work, one row per job; a worker holds a lease while it runs. Everyone sees the jobs they started. */
export const jobs = defineResource({
  name: 'jobs',
  label: 'Background job',
  access: { rule: 'nobody', read: 'signed-in' },
  fields: {
    type: 'object',
    required: ['kind', 'state'],
    additionalProperties: false,
    properties: {
      kind: { type: 'string', minLength: 1, maxLength: 60 },
      state: { type: 'string', enum: ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'], default: 'queued' },
      done: { type: 'integer', minimum: 0, default: 0, title: 'Done' },
      total: { type: 'integer', minimum: 0, title: 'Of' },
      message: { type: 'string', maxLength: 500 },
      payload: { type: 'object' },
      cursor: { type: 'object' },
      result: { type: 'object' },
      attempts: { type: 'integer', minimum: 0, default: 0 },
      run_at: { type: 'string', format: 'date-time' },
      lease_until: { type: 'string', format: 'date-time' },
      fence: { type: 'integer', minimum: 0, default: 0 },
      dedupe_key: { type: 'string', maxLength: 120 },
      finished_at: { type: 'string', format: 'date-time' },
    },
  },
  audited: false,
  scope: { owner: 'created_by', beyond: 'role 1' },
  unique: [{ fields: ['kind', 'dedupe_key'], unless: ['finished_at'] }],
  columns: ['kind', 'state', 'done', 'total', 'message', 'created_at'],
  filter: ['state', 'kind'],
  wire: { list: 'none', read: 'GET jobs/{id}', create: 'none', update: 'none', delete: 'none' },
});

export type Job = Row<typeof jobs>;
