import { defineCall } from '../kit/call';

/** What was done to a record; deleting and restoring are no updates. */
export const timelineActions = ['created', 'updated', 'deleted', 'restored'] as const;
export type TimelineAction = (typeof timelineActions)[number];

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
  access: 'org',
  as: 'read',
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

/** Entries of one file; who needs more chooses fewer days. */
export const mostTimelineRows = 10_000;
/** A CSV of the entries under the filters of `timeline`, newest first; who took it is kept with the exports (level 5, D-003). */
export const timelineExport = defineCall({
  name: 'timeline-export',
  wire: 'POST timeline/export',
  access: { rule: 'org', export: { code: 'Timeline', level: 5 }, staff: true },
  as: 'export',
  body: { type: 'object', additionalProperties: false, properties: filters },
  reply: { type: 'object', properties: { data: { type: 'object' } } },
});
