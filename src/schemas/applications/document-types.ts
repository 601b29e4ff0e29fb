import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const documentTypes = defineResource({
  name: 'document-types',
  label: 'Document type',
  menu: { group: 'Application Manager', entry: 'Manage Documents', order: 48, path: '/form-builder/manage-documents' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      required: { type: 'boolean', default: true },
      accept: { type: 'array', title: 'Formats', items: { type: 'string', enum: ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx'] } },
      sample: { type: 'string', format: 'uri-reference' },
      status,
    },
  },
  unique: ['name'],
  files: ['sample'],
  columns: ['name', 'required', 'accept', 'status'],
  filter: ['required', 'status'],
  sort: ['name'],
  order: 'name',
  search: ['name'],
  ui: {
    status: { widget: 'switch' },
    accept: { labels: { pdf: 'PDF', jpg: 'JPG', jpeg: 'JPEG', png: 'PNG', doc: 'DOC', docx: 'DOCX' } },
  },
  later: {
    fields: {
      max_mb: {
        why: 'documents of every type have the same limit, 10 MB',
        field: { type: 'integer', title: 'Largest size (MB)', minimum: 1, maximum: 20, default: 5 },
      },
    },
  },
  examples: [{ name: 'Class 12 marksheet', required: true, accept: ['pdf', 'jpg'] }],
});

export type DocumentType = Row<typeof documentTypes>;
