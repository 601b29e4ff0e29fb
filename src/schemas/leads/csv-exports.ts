import { defineResource, type Row } from '../kit/resource';

/** A CSV file that someone asked for; the job writes it, the file is kept seven days. */
export const csvExports = defineResource({
  name: 'csv-exports',
  label: 'CSV export',
  access: { rule: { code: 'LEADS', level: 5 } },
  fields: {
    type: 'object',
    required: [],
    additionalProperties: false,
    properties: {
      kind: { type: 'string', minLength: 1, maxLength: 40 },
      filters: {},
      state: { type: 'string', enum: ['queued', 'running', 'done', 'failed', 'expired'] },
      rows: { type: 'integer', minimum: 0 },
      file: { type: 'string', format: 'uri-reference' },
    },
  },
  readOnly: ['kind', 'filters', 'state', 'rows', 'file'],
  files: ['file'],
  scope: { owner: 'created_by', beyond: 'role 1' },
  columns: ['kind', 'state', 'rows', 'file', 'created_by', 'created_at'],
  filter: ['kind', 'state', 'created_by'],
  sort: ['created_at'],
  order: '-created_at',
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type CsvExport = Row<typeof csvExports>;
