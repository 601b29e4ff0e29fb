import { defineResource, type Row } from '../kit/resource';

export const documentVerifications = defineResource({
  name: 'document-verifications',
  label: 'Document of an application',
  plural: 'Documents of applications',
  menu: { group: 'Application Manager', entry: 'Document Verification', order: 58, path: '/form-builder/document-verfication' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['application_id', 'document_type_id', 'file'],
    additionalProperties: false,
    properties: {
      application_id: { type: 'string' },
      document_type_id: { type: 'string', title: 'Document' },
      file: { type: 'string', format: 'uri-reference' },
      state: { type: 'string', enum: ['uploaded', 'verified', 'rejected', 're_upload'], default: 'uploaded' },
      remark: { type: 'string', maxLength: 500 },
      verified_by: { type: 'string' },
      verified_at: { type: 'string', title: 'Verified', format: 'date-time' },
    },
  },
  readOnly: ['verified_by', 'verified_at'],
  fixed: ['application_id', 'document_type_id'],
  refs: { application_id: 'applications', document_type_id: 'document-types', verified_by: 'users' },
  scope: { through: 'application_id', office: true },
  files: ['file'],
  columns: ['document_type_id', 'application_id', 'file', 'state', 'remark', 'verified_by', 'verified_at'],
  filter: ['state', 'application_id', 'document_type_id', 'verified_by'],
  sort: ['created_at', 'verified_at'],
  order: '-created_at',
  ui: { remark: { widget: 'textarea' } },
  when: [{ if: { field: 'state', in: ['rejected', 're_upload'] }, require: ['remark'] }],
  examples: [
    { application_id: '$applications', document_type_id: '$document-types', file: '/api/files/01J00000000000000000000000' },
  ],
});

export type DocumentVerification = Row<typeof documentVerifications>;
