import { dataOf, defineCall } from '../kit/call';
import { mostCalendarDays } from '../kit/day-ranges';

const query = { type: 'object', additionalProperties: true, properties: {} } as const;
/** The count of a stage or of a day stops here. */
export const mostOfGroup = 10_000;

/** How many leads of a list are in each stage: the columns of its board. `query` is the list's, without its page. */
export const leadBoard = defineCall({
  name: 'lead-board',
  wire: 'POST leads/board',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<readonly BoardStage[]>(),
  body: { type: 'object', required: ['query'], properties: { query } },
});
export interface BoardStage {
  /** Null: no stage yet. */
  readonly stage_id: string | null;
  readonly count: number;
  readonly exact: boolean;
}

const day = { type: 'string', format: 'date' } as const;
/** The leads of a list by the day of their next follow-up, in the tenant's zone. */
export const leadCalendar = defineCall({
  name: 'lead-calendar',
  wire: 'POST leads/calendar',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<readonly CalendarDay[]>(),
  body: {
    type: 'object',
    required: ['query', 'from', 'days', 'each'],
    properties: {
      query,
      from: day,
      days: { type: 'integer', minimum: 1, maximum: mostCalendarDays },
      /** How many leads of a day come with their names. */
      each: { type: 'integer', minimum: 0, maximum: 50 },
    },
  },
});
export interface CalendarDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Its first and its last moment. */
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly exact: boolean;
  /** The first of them by time. */
  readonly leads: readonly CalendarLead[];
}
export interface CalendarLead {
  readonly id: string;
  readonly name: string | null;
  readonly at: string;
}
