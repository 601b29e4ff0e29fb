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
      sample: { type: 'string', format: 'uri-reference' },
      status,
    },
  },
  unique: ['name'],
  files: ['sample'],
  columns: ['name', 'updated_at', 'status'],
  filter: ['status'],
  sort: ['name'],
  order: 'name',
  search: ['name'],
  ui: {
    status: { widget: 'switch' },
  },
  later: {
    fields: {
      required: {
        why: 'an application can be submitted without any document',
        field: { type: 'boolean', default: true },
      },
      accept: {
        why: 'every document type accepts the same formats',
        field: { type: 'array', title: 'Formats', items: { type: 'string', enum: ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx'] } },
      },
      max_mb: {
        why: 'every document type has the same limit, 10 MB',
        field: { type: 'integer', title: 'Maximum size (MB)', minimum: 1, maximum: 20, default: 5 },
      },
    },
  },
  examples: [{ name: 'Class 12 marksheet' }],
});

export type DocumentType = Row<typeof documentTypes>;
