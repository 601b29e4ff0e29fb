import { defineResource, type Row } from '../kit/resource';

/** Stored files. Bytes live in the file store under `storage_key`; they are read through signed `GET files/{id}` addresses. */
export const files = defineResource({
  name: 'files',
  label: 'File',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['name', 'mime', 'size', 'sha256', 'storage_key', 'purpose'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      mime: { type: 'string', maxLength: 120 },
      size: { type: 'integer', minimum: 0, title: 'Bytes' },
      sha256: { type: 'string', maxLength: 64 },
      storage_key: { type: 'string', maxLength: 120 },
      purpose: { type: 'string', enum: ['attachment', 'import', 'import_errors', 'export', 'logo', 'picture'] },
      owner_resource: { type: 'string', maxLength: 60 },
      owner_id: { type: 'string', maxLength: 40 },
    },
  },
  columns: ['name', 'mime', 'size', 'created_at'],
  filter: ['owner_resource', 'owner_id'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type StoredFile = Row<typeof files>;
