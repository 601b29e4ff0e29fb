import { defineCall } from '../kit/call';

/** Audit entries grouped by day of the tenant's zone (D-021, D-084). */
export const timeline = defineCall({
  name: 'timeline',
  wire: 'GET getTimeline?userId[],startDate,endDate,limit,page_number',
  access: 'org',
  as: 'read',
  query: {
    type: 'object',
    properties: {
      userId: { type: 'array', items: { type: 'string', maxLength: 26 }, maxItems: 200 },
      startDate: { type: 'string', format: 'date' },
      endDate: { type: 'string', format: 'date' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      page_number: { type: 'integer', minimum: 1, maximum: 1_000_000_000, default: 1 },
    },
  },
  reply: { type: 'object', properties: { data: { type: 'array' }, totalDocuments: { type: 'integer' } } },
});
