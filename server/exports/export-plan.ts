import type { ExportFormat } from '../../src/schemas/calls/list-work';
import type { Context } from '../context/context';
import type { TimelineQuery } from '../catalogue/timeline-filter';
import type { MonthAsked } from '../workforce/attendance-report';
import type { AuthTimeAsked } from '../workforce/auth-time';
import type { Cell } from './export-columns';

/** The order's `resource` where the tree of reporting lines is exported instead of a resource's list. */
export const hierarchyExport = 'user-hierarchy';
/** And where the figures above the call history are. */
export const callSummaryExport = 'call-history-summary';

/** What someone asked to export; stored with the export, so that it is known later who exported what. */
export interface ExportOrder {
  readonly resource: string;
  readonly format: ExportFormat;
  readonly columns?: readonly string[];
  readonly ids?: readonly (string | number)[];
  readonly query: Context['query'];
}
export interface TimelineOrder extends Omit<ExportOrder, 'query'> {
  readonly query: TimelineQuery;
  /** The newest entry when it was asked for. */
  readonly newest?: number;
}
/** The order's `resource` of the workforce's two reports. */
export const attendanceExport = 'attendance-report';
export const authTimeExport = 'auth-time';
export interface AttendanceOrder extends Omit<ExportOrder, 'query'> {
  readonly resource: typeof attendanceExport;
  readonly query: MonthAsked;
}
export interface AuthTimeOrder extends Omit<ExportOrder, 'query'> {
  readonly resource: typeof authTimeExport;
  readonly query: AuthTimeAsked;
}
export type AnyOrder = ExportOrder | TimelineOrder | AttendanceOrder | AuthTimeOrder;
export interface ExportPage {
  readonly rows: Cell[][];
  readonly next: string | undefined;
}
export interface ExportPlan {
  /** The name of the list, used in the file name. */
  readonly name: string;
  readonly titles: readonly string[];
  /** How wide the columns of a spreadsheet are, in digits; unless it says, as wide as their titles. */
  readonly widths?: readonly number[];
  /** Total rows; undefined when there are too many to count at once. */
  count(context: Context): Promise<number | undefined>;
  /** The cells of the next rows behind a cursor, in the list's order. */
  page(context: Context, after: string | undefined, limit: number): Promise<ExportPage>;
  /** The rows of a second sheet of a spreadsheet: what the first one is of. */
  about?(context: Context): Promise<Cell[][]>;
  /** Rows per page, so that neither texts nor rows become too many. */
  readonly pageRows: number;
}
