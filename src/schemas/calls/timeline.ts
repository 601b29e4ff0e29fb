import { dataOf, defineCall } from '../kit/call';
import type { AnyRow } from '../kit/resource';

/** What was done to a record; deleting and restoring are not updates. */
export const timelineActions = ['created', 'updated', 'deleted', 'restored'] as const;
export type TimelineAction = (typeof timelineActions)[number];

/** An entry of `timeline`, of a record's history and of their exports. */
export interface TimelineEntry {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly modifiedBy: { readonly name: string; readonly email: string | null };
  readonly tableAffected: string;
  /** The table in words, where it is a resource's own. */
  readonly table_label?: string;
  readonly record_id: string;
  /** The record in words, where it still has a name that the reader may see: its own, or that of the record it belongs to. */
  readonly record_text?: string;
  readonly record_of?: { readonly resource: string; readonly id: string };
  /** What happened, in words: 'Created', 'Deleted', or the titles of the changed fields, at most three (D-087). */
  readonly property: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly oldData: Readonly<AnyRow>;
  readonly newData: Readonly<AnyRow>;
  readonly reason: string | null;
}

/** One day of one page. */
export interface TimelineDay {
  /** 'YYYY-MM-DD' of the tenant's zone. */
  readonly created_at: string;
  /** Changes of the whole day under the filter. */
  readonly count: number;
  readonly entries: readonly TimelineEntry[];
}

const filters = {
  userId: { type: 'array', items: { type: 'string', maxLength: 26 }, maxItems: 200 },
  startDate: { type: 'string', format: 'date' },
  endDate: { type: 'string', format: 'date' },
  table: { type: 'string', maxLength: 63, pattern: '^[a-z][a-z0-9_]*$' },
  action: { type: 'string', enum: [...timelineActions] },
} as const;

/** Audit entries grouped by day of the tenant's zone (D-021, D-084). */
export const timeline = defineCall({
  name: 'timeline',
  wire: 'GET getTimeline?userId[],startDate,endDate,table,action,limit,page_number',
  data: dataOf<readonly TimelineDay[]>(),
  access: 'org',
  as: 'read',
  members: dataOf<{ readonly totalDocuments: number; readonly total_exact?: false }>(),
  query: {
    type: 'object',
    properties: {
      ...filters,
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      page_number: { type: 'integer', minimum: 1, maximum: 1_000_000_000, default: 1 },
    },
  },
  reply: { type: 'object', properties: { data: { type: 'array' }, totalDocuments: { type: 'integer' } } },
});

/** Maximum entries per file; for more, choose fewer days. */
export const mostTimelineRows = 10_000;
/**
 * A CSV of the entries under the filters of `timeline`, newest first; who exported it is recorded with the exports (level 5,
 * D-003).
 */
export const timelineExport = defineCall({
  name: 'timeline-export',
  wire: 'POST timeline/export',
  data: dataOf<{ readonly export_id: string; readonly job_id: string }>(),
  access: { rule: 'org', export: { code: 'Timeline', level: 5 }, staff: true },
  as: 'export',
  body: { type: 'object', additionalProperties: false, properties: filters },
  reply: { type: 'object', properties: { data: { type: 'object' } } },
});
