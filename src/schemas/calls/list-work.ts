import { dataOf, defineCall } from '../kit/call';
import type { ImportAnswers } from '../kit/list-imports';

/** Rows that are named one by one; of more, a list's query names them. */
export const mostPicked = 1000;

/** Work on many rows of any list: it needs level 5 on the resource as well as the operation's own right (D-018). */
const query = { type: 'object', additionalProperties: true, properties: {} } as const;
const client_ref = { type: 'string', maxLength: 60 } as const;

export const bulkActions = ['update', 'delete', 'done', 'act', 'undo'] as const;
/**
 * Rows by their keys, or all that match a list's query. `act` names what a resource offers besides, with what it needs in `values`;
 * its own right is asked instead of level 5. `done` takes the reason in `values`. `undo` takes back what the job `job_id` changed, for 72 hours.
 * Send a `client_ref` of its own with every change that is meant: without one, the same body within five seconds is answered with
 * the job that the first one started.
 */
export const bulk = defineCall({
  name: 'bulk',
  wire: 'POST res/{resource}/bulk',
  access: 'signed-in',
  as: 'update',
  data: dataOf<JobStarted>(),
  idempotent: true,
  body: {
    type: 'object',
    required: ['action'],
    properties: {
      action: { type: 'string', enum: bulkActions },
      act: { type: 'string', maxLength: 40 },
      ids: {
        type: 'array',
        items: { type: ['string', 'integer'], maxLength: 60 },
        minItems: 1,
        maxItems: mostPicked,
        uniqueItems: true,
      },
      query,
      values: { type: 'object', additionalProperties: true, properties: {} },
      job_id: { type: 'string', maxLength: 26 },
      client_ref,
    },
  },
});
/** `data` of `bulk` and of a large export. */
export interface JobStarted {
  readonly job_id: string;
  /** The same change was sent within five seconds before, without a `client_ref`: this is the job of the first one. */
  readonly repeated?: true;
}
/** `result` of a bulk job. */
export interface BulkResult {
  readonly done: number;
  readonly skipped: number;
}
/** One line of `job-rows`. */
export interface JobRowResult {
  readonly record_id: string;
  readonly name: string | null;
  readonly outcome: 'done' | 'skipped';
  readonly reason: string | null;
}

export const exportFormats = ['csv', 'csv_import', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** Above this many rows nobody has to wait for an export: a notification says when it is ready. */
export const exportAtOnce = 5000;
/** Seconds after which a small export is no longer waited for either. */
export const exportNoticeAfter = 10;
/** 'csv' and 'xlsx' hold texts for people, 'csv_import' the values that an import reads back. `columns` absent: all of them. */
export const exportList = defineCall({
  name: 'export',
  wire: 'POST res/{resource}/export',
  data: dataOf<ExportAnswer>(),
  access: 'signed-in',
  as: 'export',
  body: {
    type: 'object',
    required: ['format'],
    properties: {
      format: { type: 'string', enum: exportFormats },
      columns: { type: 'array', items: { type: 'string', maxLength: 80 }, minItems: 1, maxItems: 200, uniqueItems: true },
      ids: {
        type: 'array',
        items: { type: ['string', 'integer'], maxLength: 60 },
        minItems: 1,
        maxItems: mostPicked,
        uniqueItems: true,
      },
      query,
    },
  },
});
/** Writes a report as its page shows it, filters on a second sheet; it needs level 5 on the report's own code (D-003). */
export const reportExport = defineCall({
  name: 'report-export',
  wire: 'POST reports/{report}/export',
  data: dataOf<ExportAnswer>(),
  access: 'signed-in',
  as: 'export',
  body: {
    type: 'object',
    required: ['format'],
    properties: {
      format: { type: 'string', enum: exportFormats.filter((one) => one !== 'csv_import') },
      query: { type: 'object', additionalProperties: true, properties: {} },
    },
  },
});

/** `data` of `export`: the job that writes it; its progress is `GET jobs/{id}`, its file `my-export`. */
export interface ExportAnswer {
  readonly export_id: string;
  readonly job_id: string;
}
/** The reader's own exports, newest first; never another person's, whatever the role. */
export const myExports = defineCall({
  name: 'my-exports',
  wire: 'GET exports?page',
  access: 'signed-in',
  as: 'read',
  members: dataOf<{ readonly has_more: boolean }>(),
  data: dataOf<readonly MyExport[]>(),
  query: { type: 'object', properties: { page: { type: 'integer', minimum: 1, maximum: 1000, default: 1 } } },
});
export const myExport = defineCall({
  name: 'my-export',
  wire: 'GET exports/{id}',
  access: 'signed-in',
  as: 'read',
  data: dataOf<MyExport>(),
});
/** `data` of `my-export`, and each of `my-exports`. `url` while the file is kept, valid for 15 minutes. */
export interface MyExport {
  readonly id: string;
  /** The exported list, by the name of its page. */
  readonly list: string;
  readonly format: ExportFormat | null;
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'expired';
  /** Rows of the file; while it is written, rows so far. */
  readonly rows: number | null;
  /** Known only while it is being written. */
  readonly total: number | null;
  readonly size: number | null;
  readonly file_name: string | null;
  readonly url: string | null;
  readonly created_at: string;
  /** When the file was complete. */
  readonly ready_at: string | null;
  readonly expires_at: string;
  /** What the list was narrowed to, by the names of its address. */
  readonly filters: object | null;
  /** The same in the words of the list, '' for all rows; null where it cannot be said so. */
  readonly narrowed: string | null;
}

/** Deletes the reader's own file before its seven days are over; who exported what stays recorded. */
export const deleteExport = defineCall({
  name: 'delete-export',
  wire: 'DELETE exports/{id}',
  access: 'signed-in',
  as: 'delete',
});

export const importSteps = ['preview', 'dry_run', 'start', 'pause', 'resume', 'cancel', 'undo', 'status'] as const;
/** Multipart with a file: the preview. JSON: the steps after it. A mapping's target is a field, the key, or '' (leave out). */
export const importRowsOf = defineCall({
  name: 'import',
  wire: 'POST res/{resource}/import',
  access: 'signed-in',
  as: 'create',
  data: dataOf<ImportAnswers[keyof ImportAnswers]>(),
  multipart: true,
  bodyLimit: 52 * 1024 * 1024,
  body: {
    type: 'object',
    properties: {
      step: { type: 'string', enum: importSteps, default: 'preview' },
      file_id: { type: 'string', maxLength: 26 },
      job_id: { type: 'string', maxLength: 26 },
      mapping: { type: 'object', additionalProperties: true, properties: {} },
      options: {
        type: 'object',
        additionalProperties: false,
        properties: {
          on_match: { type: 'string', enum: ['update', 'skip'], default: 'update' },
          clear_empty: { type: 'boolean', default: false },
        },
      },
    },
  },
});

export const jobRowsOf = defineCall({
  name: 'job-rows',
  wire: 'GET jobs/{job_id}/rows?outcome,after',
  access: 'signed-in',
  as: 'read',
  members: dataOf<{ readonly next: string | null }>(),
  data: dataOf<readonly JobRowResult[]>(),
  query: {
    type: 'object',
    properties: {
      outcome: { type: 'string', enum: ['done', 'skipped'] },
      after: { type: 'string', maxLength: 60 },
    },
  },
});
