import { figures } from '../kit/message-fields';
import { defineResource, type Row } from '../kit/resource';

/** A list of a partner or publisher that is matched with the leads to settle counts (D-145). */
export const reconcileBatches = defineResource({
  name: 'reconcile-batches',
  label: 'Reconcile batch',
  plural: 'Reconcile batches',
  menu: { group: 'Marketing', entry: 'Reconcile', order: 38, path: '/marketing/reconcile' },
  access: { code: 'Reconcile', route: 'signed-in', menu: { code: 'Reconcile' } },
  fields: {
    type: 'object',
    required: ['name', 'period_from', 'period_to', 'file', 'match_on'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      college_id: { type: 'integer', title: 'College' },
      publisher_id: { type: 'string', title: 'Publisher' },
      period_from: { type: 'string', title: 'From', format: 'date' },
      period_to: { type: 'string', title: 'To', format: 'date' },
      file: { type: 'string', title: 'List', format: 'uri-reference' },
      match_on: {
        type: 'array',
        title: 'Match on',
        items: { type: 'string', enum: ['phone', 'email', 'application_no'] },
        minItems: 1,
        uniqueItems: true,
      },
    },
  },
  refs: { college_id: 'colleges', publisher_id: 'publishers' },
  files: ['file'],
  messages: { match_on: { required: 'Choose at least one field to match on' } },
  columns: ['name', 'college_id', 'publisher_id', 'period_from', 'period_to'],
  filter: ['college_id', 'publisher_id'],
  sort: ['name', 'period_from', 'created_at'],
  order: '-created_at',
  search: ['name'],
  when: [{ notBefore: ['period_to', 'period_from'] }],
  ui: { file: { help: 'CSV or XLSX, maximum 10 MB' } },
  later: {
    page: 'lists are not matched with leads yet. Files you upload are saved.',
    fields: {
      state: {
        why: 'lists are not matched yet',
        field: {
          type: 'string',
          title: 'Status',
          enum: ['uploaded', 'matching', 'done', 'failed'],
          default: 'uploaded',
        },
      },
      totals: { why: 'lists are not matched yet', field: figures('rows', 'matched', 'unmatched', 'duplicate', 'conflict') },
    },
  },
  examples: [
    {
      name: 'Shiksha Media, June',
      period_from: '2026-06-01',
      period_to: '2026-06-30',
      match_on: ['phone', 'email'],
      file: 'data:text/csv;base64,cGhvbmUsZW1haWwKOTg3NjU0MzIxMCxhQGIuZXhhbXBsZQo=',
    },
  ],
});

export type ReconcileBatch = Row<typeof reconcileBatches>;
