import { dataOf, defineCall } from '../kit/call';
import type { Labels } from '../kit/resource';

/** How many of the chosen rows are looked at before something is done with them. */
export const mostPreviewed = 1000;

/** Before `act` of a bulk change: how many rows it is about, and why some of them would be skipped. Nothing is written. */
export const bulkPreview = defineCall({
  name: 'bulk-preview',
  wire: 'POST res/{resource}/bulk/preview',
  access: 'signed-in',
  as: 'read',
  data: dataOf<BulkPreview>(),
  body: {
    type: 'object',
    required: ['act'],
    properties: {
      act: { type: 'string', minLength: 1, maxLength: 40 },
      ids: {
        type: 'array',
        items: { type: ['string', 'integer'], maxLength: 60 },
        minItems: 1,
        maxItems: mostPreviewed,
        uniqueItems: true,
      },
      query: { type: 'object', additionalProperties: true, properties: {} },
      values: { type: 'object', additionalProperties: true, properties: {} },
    },
  },
});
export interface BulkPreview {
  /** Rows looked at: all of them, or the first `mostPreviewed`. */
  readonly looked: number;
  readonly all: boolean;
  /** The most frequent reason first. */
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

/** Changes of many rows, imports and merges that the reader made in the last 30 days, newest first; role 1 sees those of everyone. */
export const bulkChanges = defineCall({
  name: 'bulk-changes',
  wire: 'GET bulk-changes?job_id,before',
  access: 'signed-in',
  as: 'read',
  data: dataOf<readonly BulkChanged[]>(),
  members: dataOf<{ readonly next: string | null }>(),
  query: {
    type: 'object',
    properties: { job_id: { type: 'string', maxLength: 26 }, before: { type: 'string', maxLength: 26 } },
  },
});
export interface BulkChanged {
  /** Of a merge: its own id. */
  readonly job_id: string;
  readonly resource: string;
  readonly kind: 'bulk-change' | 'resource-import' | 'lead-import' | 'lead-merge';
  readonly action: 'update' | 'delete' | 'done' | 'act' | 'import';
  /** What was done, where its fields do not say it: 'Re-assigned'. */
  readonly done_word: string | null;
  /** What it was about, after the number of rows: 'from leads.csv'. */
  readonly about: string | null;
  /** Of an update: the fields and their new values, with the texts of references. */
  readonly values: object | null;
  readonly labels: Labels;
  readonly state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  /** Rows changed and skipped so far, of how many. */
  readonly changed: number;
  readonly skipped: number;
  readonly total: number | null;
  readonly message: string | null;
  readonly by: string | null;
  readonly created_at: string;
  /** Until when it can be undone; null: it cannot, or no longer. */
  readonly undo_until: string | null;
  /** The job that undoes it or has undone it. */
  readonly undo: {
    readonly job_id: string;
    readonly state: BulkChanged['state'];
    readonly changed: number;
    readonly skipped: number;
  } | null;
}
