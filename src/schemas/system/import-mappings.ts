import { defineResource, type Row } from '../kit/resource';

/** The column mapping a user chose last for files with these headers. */
export const importMappings = defineResource({
  name: 'import-mappings',
  label: 'Import mapping',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['user_id', 'resource', 'headers_key', 'mapping'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      resource: { type: 'string', maxLength: 60 },
      headers_key: { type: 'string', maxLength: 64 },
      mapping: { type: 'object' },
    },
  },
  refs: { user_id: 'users' },
  unique: [['user_id', 'resource', 'headers_key']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type ImportMapping = Row<typeof importMappings>;
