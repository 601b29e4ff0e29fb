import type { TimelineDay, TimelineEntry } from '../../schemas/calls/timeline';

export type { TimelineEntry as Entry } from '../../schemas/calls/timeline';
export type Data = TimelineEntry['oldData'];

/** One day of one page. */
export interface DayGroup extends TimelineDay {
  /** The page before ended with the same day, so its date is not repeated. */
  readonly hideDate?: boolean;
}
