import type { PersonToday } from '../calls/attendance-report';
import type { DimensionId } from './dimensions';
import type { MeasureId } from './measures';
import type { ReportColumn, ReportTable } from './report';

/**
 * 'tiles': the totals, each against what is usual; 'funnel': the totals, each in percent of the one before; 'shares': the totals as
 * parts of a whole; 'bars': the first column for each row; 'matrix': rows and columns; 'list': the first rows of what the first
 * measure counted; 'acts': the acts of the range with their texts; 'people': users with where they are now; 'hours': the first column by
 * hour, against the average of four weeks.
 */
type CardLook = 'tiles' | 'funnel' | 'shares' | 'bars' | 'matrix' | 'list' | 'acts' | 'people' | 'hours';

/** A card of a report or of a dashboard: measures as a table, shown in one way. */
export interface ReportCard {
  readonly id: string;
  readonly title: string;
  readonly look: CardLook;
  readonly columns: readonly ReportColumn[];
  /** What its rows are; without it there is the total only. */
  readonly over?: readonly DimensionId[];
  /** It takes the whole width. */
  readonly wide?: true;
}

/** A lead, follow-up or call among those that a measure counted. */
export interface ListedRow {
  readonly id: string;
  /** '' for a number that is no lead. */
  readonly lead_id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly at: string;
  readonly stage_name: string | null;
  readonly color: string | null;
  readonly note: string | null;
}
/** A card of the answer. What it does not say itself (days, filters) is that of the report. */
export interface ShownCard extends Pick<ReportCard, 'id' | 'title' | 'look' | 'wide'> {
  readonly columns: ReportTable['columns'];
  readonly rows: ReportTable['rows'];
  readonly totals: ReportTable['totals'];
  /** What the totals are compared with: the average of the seven days before one day, or the days before a range. */
  readonly against?: 'average' | 'before';
  readonly list?: readonly ListedRow[];
  readonly people?: readonly PersonNow[];
}
/** Where a user is now, and since when. */
export interface PersonNow {
  readonly user_id: string;
  readonly presence: PersonToday['presence'];
  readonly since: string | null;
}
export const firstMeasure = ({ columns }: Pick<ReportCard, 'columns'>): MeasureId => columns[0]!.measure;
