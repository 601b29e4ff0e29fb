import type { TimelineDay } from '../../schemas/calls/timeline';
import type { AnyRow } from '../../schemas/kit/resource';

export type { TimelineEntry as Entry } from '../../schemas/calls/timeline';
export type Data = AnyRow;

/** One day of one page. */
export interface DayGroup extends TimelineDay {
  /** The page before ended with the same day, so its date is not repeated. */
  readonly hideDate?: boolean;
}
