import type { Unit } from './measure-kinds';
import { measureOf, type MeasureId } from './measures';
import { figureMeasures, type CallFigures, type CallSummaryRow, type SummaryGroup } from './call-summary';

/** What the figures above the call history are grouped by, and what calls without it are called. */
export interface SummaryTab {
  readonly name: SummaryGroup;
  readonly text: string;
  readonly unset: string;
}
export const summaryTabs: readonly SummaryTab[] = [
  { name: 'user', text: 'By user', unset: 'No user' },
  { name: 'day', text: 'By day', unset: '–' },
  { name: 'number', text: 'By virtual number', unset: 'Not known' },
  { name: 'disposition', text: 'By disposition', unset: 'No stage recorded' },
  { name: 'list', text: 'By dialer list', unset: 'Not from a list' },
];
/** The title of the column with the names of a tab's rows. */
export const rowTitleOf = ({ text }: { readonly text: string }): string =>
  text.replace('By ', '').replace(/^./, (letter) => letter.toUpperCase());

/** A column of the figures, on the page and in a file. */
export interface SummaryColumn {
  readonly title: string;
  /** The definition behind the title. */
  readonly help: string;
  readonly unit: Unit;
  /** Null: not applicable. */
  readonly value: (row: CallSummaryRow) => number | string | null;
  /** The two numbers of a percentage. */
  readonly of?: (row: CallSummaryRow) => readonly [number, number];
  /** The figure that it shows as it is. */
  readonly figure?: keyof CallFigures;
}

const figured = (figure: keyof CallFigures): SummaryColumn => ({
  ...described(figureMeasures[figure]),
  figure,
  value: (row) => row[figure],
});
const derived = (measure: MeasureId, value: SummaryColumn['value']): SummaryColumn => ({ ...described(measure), value });

function described(measure: MeasureId): Pick<SummaryColumn, 'title' | 'help' | 'unit'> {
  const { label, definition, unit } = measureOf(measure);
  return { title: label, help: definition, unit };
}

export const summaryColumns: readonly SummaryColumn[] = [
  figured('dialled'),
  figured('connected'),
  {
    ...derived('C11', ({ connected, dialled }) => (dialled ? (100 * connected) / dialled : null)),
    of: ({ connected, dialled }) => [connected, dialled],
  },
  figured('no_answer'),
  figured('busy'),
  figured('unreachable'),
  figured('invalid'),
  figured('failed'),
  figured('inbound'),
  figured('missed'),
  figured('called_back'),
  figured('leads_dialled'),
  figured('leads_connected'),
  figured('talk_s'),
  derived('C10', ({ connected, inbound, talk_s: talk }) => (connected + inbound ? talk / (connected + inbound) : null)),
  figured('conversations'),
  { ...figured('longest_s'), value: ({ longest_s: longest }) => longest || null },
  derived('W1', ({ worked_s: worked }) => worked),
  {
    title: 'Calls per hour',
    help: 'Dialled and answered calls per hour of working time.',
    unit: 'count',
    value: ({ worked_s: worked, dialled, inbound }) => (worked ? (3600 * (dialled + inbound)) / worked : null),
  },
  figured('first_at'),
  figured('last_at'),
];
