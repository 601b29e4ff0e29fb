import { defineResource, type Row } from '../kit/resource';

/** Who has a calendar address for their follow-ups; a new row is a new address. Read and written by the calls of calls/follow-up-work.ts. */
export const calendarFeeds = defineResource({
  name: 'calendar-feeds',
  label: 'Calendar feed',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['user_id'],
    additionalProperties: false,
    properties: { user_id: { type: 'string' } },
  },
  refs: { user_id: 'users' },
  unique: ['user_id'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type CalendarFeed = Row<typeof calendarFeeds>;
