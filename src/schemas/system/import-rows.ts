import { defineResource, type Row } from '../kit/resource';

/** The result of each line of an import: the row key (import, line) makes a resumed run write nothing twice (TRUST-R17). */
export const importRows = defineResource({
  name: 'import-rows',
  label: 'Imported row',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['import_id', 'line', 'outcome'],
    additionalProperties: false,
    properties: {
      import_id: { type: 'string' },
      line: { type: 'integer', minimum: 1 },
      outcome: { type: 'string', enum: ['created', 'updated', 're_enquiry', 'skipped', 'failed'] },
      record_id: { type: 'string', maxLength: 40 },
      field: { type: 'string', maxLength: 80 },
      reason: { type: 'string', maxLength: 300 },
      /** The previous values of the changed fields, and the version that the import created: needed for undo. */
      before: { type: 'object' },
      version: { type: 'integer' },
      /** Of a lead import: what it made of the fields in `before`. */
      after: { type: 'object' },
      /** After an undo: was it taken back, and if not all of it, why. */
      undone: { type: 'boolean' },
      undo_reason: { type: 'string', maxLength: 300 },
    },
  },
  audited: false,
  refs: { import_id: 'imports' },
  unique: [['import_id', 'line']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type ImportRow = Row<typeof importRows>;
