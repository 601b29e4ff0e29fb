import { defineResource, type Row } from '../kit/resource';

/** One upload of a file with rows: its mapping, rules, counts and error file. */
export const imports = defineResource({
  name: 'imports',
  label: 'Import',
  access: { rule: 'nobody', list: { code: 'UPLOAD_LEAD_CSV' }, read: { code: 'UPLOAD_LEAD_CSV' } },
  fields: {
    type: 'object',
    required: ['resource', 'file_id', 'state'],
    additionalProperties: false,
    properties: {
      resource: { type: 'string', maxLength: 60 },
      file_id: { type: 'string' },
      file_name: { type: 'string', maxLength: 200, title: 'File' },
      mapping: { type: 'object' },
      options: { type: 'object' },
      state: {
        type: 'string',
        enum: ['previewed', 'queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'],
        default: 'previewed',
      },
      rows: { type: 'integer', minimum: 0, default: 0 },
      created: { type: 'integer', minimum: 0, default: 0 },
      updated: { type: 'integer', minimum: 0, default: 0 },
      re_enquiries: { type: 'integer', minimum: 0, default: 0, title: 'Re-enquiries' },
      failed: { type: 'integer', minimum: 0, default: 0, title: 'Errors' },
      job_id: { type: 'string' },
      undo_job_id: { type: 'string' },
      undone: { type: 'integer', minimum: 0, default: 0, title: 'Undone' },
      undo_kept: { type: 'integer', minimum: 0, default: 0, title: 'Kept after undo' },
      error_file_id: { type: 'string' },
    },
  },
  refs: { file_id: 'files', error_file_id: 'files', job_id: 'jobs', undo_job_id: 'jobs' },
  scope: { owner: 'created_by', beyond: 'role 1' },
  columns: ['file_name', 'state', 'rows', 'created', 're_enquiries', 'failed', 'created_by', 'created_at'],
  filter: ['resource', 'state'],
  sort: ['created_at'],
  order: '-created_at',
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type Import = Row<typeof imports>;
