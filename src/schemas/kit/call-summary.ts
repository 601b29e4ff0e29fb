import type { DimensionId } from './dimensions';
import type { MeasureId } from './measures';

/** What the figures above the call history can be grouped by. */
export const summaryGroups = ['user', 'day', 'number', 'disposition', 'list'] as const;
export type SummaryGroup = (typeof summaryGroups)[number];
/** What a group is to the dictionary of measures. */
export const groupDimensions = {
  user: 'user',
  day: 'day',
  number: 'virtual_number',
  disposition: 'disposition',
  list: 'dialer_list',
} as const satisfies Readonly<Record<SummaryGroup, DimensionId>>;
/** The measures of a selection of calls. */
export interface CallFigures {
  readonly dialled: number;
  readonly connected: number;
  readonly no_answer: number;
  readonly busy: number;
  readonly unreachable: number;
  readonly invalid: number;
  readonly failed: number;
  readonly inbound: number;
  readonly missed: number;
  readonly called_back: number;
  readonly leads_dialled: number;
  readonly leads_connected: number;
  readonly talk_s: number;
  readonly conversations: number;
  readonly longest_s: number;
  readonly first_at: string | null;
  readonly last_at: string | null;
}
/** Which measure each figure is. */
export const figureMeasures = {
  dialled: 'C1',
  connected: 'C2',
  no_answer: 'C3a',
  busy: 'C3b',
  unreachable: 'C3c',
  invalid: 'C3d',
  failed: 'C3e',
  inbound: 'C4',
  missed: 'C5',
  called_back: 'C6',
  leads_dialled: 'C7',
  leads_connected: 'C8',
  talk_s: 'C9',
  conversations: 'C12',
  longest_s: 'C16',
  first_at: 'C13',
  last_at: 'C14',
} as const satisfies Readonly<Record<keyof CallFigures, MeasureId>>;
export interface CallSummaryRow extends CallFigures {
  /** Null: calls without a user, a number, a stage or a list. */
  readonly key: string | null;
  readonly label: string | null;
  /** Of a user: seconds worked on the days of the selection; null where it names no days. */
  readonly worked_s: number | null;
}
export interface CallSummary {
  readonly as_of: string;
  /** The days that the cells of its numbers are of; all of them where the selection names none. */
  readonly from: string;
  readonly to: string;
  readonly rows: readonly CallSummaryRow[];
  readonly total: CallFigures;
}
