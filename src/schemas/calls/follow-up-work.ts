import { dataOf, defineCall } from '../kit/call';
import { followUpOutcomes, type FollowUpDone } from '../kit/follow-up-outcomes';

const userId = { type: 'string', maxLength: 26 } as const;
const moment = { type: 'string', format: 'date-time' } as const;
const day = { type: 'string', format: 'date' } as const;

/** What speaks against a time for a follow-up: the shift of the person it is for, and what they have in that half hour. */
export const followUpTime = defineCall({
  name: 'follow-up-time',
  wire: 'GET followup/time?at,user_id',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<FollowUpTime>(),
  query: { type: 'object', required: ['at'], properties: { at: moment, user_id: userId } },
});
/** `data` of `follow-up-time`. */
export interface FollowUpTime {
  /** The working hours that the time is outside of, 'HH:MM' each; null: it is in them, or there are none. */
  readonly outside: { readonly from: string; readonly to: string; readonly dayOff: boolean } | null;
  /** Pending follow-ups of the person in that half hour. */
  readonly planned: number;
}
/** From this many in one half hour on, the form says so. */
export const manyAtOnce = 5;

/**
 * Marks a follow-up done and keeps how it went. The id is the call action's, or the follow-up's own; a second call of the same person
 * changes nothing, one of someone else is refused.
 */
export const finishFollowUp = defineCall({
  name: 'finish-follow-up',
  wire: 'POST followup/lead/done/{id}',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<FollowUpDone>(),
  body: {
    type: 'object',
    required: ['outcome'],
    properties: {
      outcome: { type: 'string', enum: followUpOutcomes },
      note: { type: 'string', maxLength: 270 },
    },
  },
});

/** Most follow-ups that are spread at once: they are put in order first. */
export const mostSpread = 1000;
/**
 * Gives pending follow-ups new times one after the other, in the order in which they are due: for each person from `from` on, every
 * `every_min` minutes; what would be outside the person's shift starts again when it next begins. `preview`: only says what it would do.
 */
export const spreadFollowUps = defineCall({
  name: 'spread-follow-ups',
  wire: 'POST followup/spread',
  access: { code: 'LEADS' },
  as: 'export',
  limit: 'write',
  data: dataOf<SpreadPlan>(),
  body: {
    type: 'object',
    required: ['from', 'every_min'],
    properties: {
      ids: { type: 'array', items: { type: 'string', maxLength: 26 }, minItems: 1, maxItems: mostSpread, uniqueItems: true },
      query: { type: 'object', additionalProperties: true, properties: {} },
      from: moment,
      every_min: { type: 'integer', minimum: 1, maximum: 1440 },
      preview: { type: 'boolean', default: false },
    },
  },
});
/** `data` of `spread-follow-ups`; `job_id` is the job that does it, unless it was a preview. */
export interface SpreadPlan {
  readonly count: number;
  readonly people: number;
  readonly first: string;
  readonly last: string;
  readonly job_id?: string;
}

/** A user's pending and done follow-ups by day; of each day the first `most`, by time. */
export const followUpCalendar = defineCall({
  name: 'follow-up-calendar',
  wire: 'GET followup/calendar?from,to,most,user_id',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<readonly CalendarDay[]>(),
  query: {
    type: 'object',
    required: ['from', 'to'],
    properties: { from: day, to: day, most: { type: 'integer', minimum: 1, maximum: 100, default: 3 }, user_id: userId },
  },
});
/** A day that has follow-ups; `count` of all of them, `open` of those still pending. */
export interface CalendarDay {
  readonly date: string;
  readonly count: number;
  readonly open: number;
  readonly rows: readonly CalendarEntry[];
}
export interface CalendarEntry {
  readonly id: string;
  readonly lead_id: string;
  readonly lead_name: string | null;
  readonly call_date_time: string;
  readonly btn_message: string | null;
  readonly state: 'pending' | 'done';
}

/** The address under which a calendar program reads the user's follow-ups; null: there is none. */
export const calendarFeed = defineCall({
  name: 'calendar-feed',
  wire: 'GET followup/calendar-feed',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<CalendarAddress>(),
});
/** A new address; the one before stops working. */
export const renewCalendarFeed = defineCall({
  name: 'renew-calendar-feed',
  wire: 'POST followup/calendar-feed',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<CalendarAddress>(),
});
export const endCalendarFeed = defineCall({
  name: 'end-calendar-feed',
  wire: 'DELETE followup/calendar-feed',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<CalendarAddress>(),
});
export interface CalendarAddress {
  readonly url: string | null;
}
/** What a calendar program reads: iCalendar (RFC 5545). The signed address is the only key. */
export const calendarFile = defineCall({
  name: 'calendar-file',
  wire: 'GET calendar/{token}',
  access: 'public',
  as: 'read',
  outside: true,
});
