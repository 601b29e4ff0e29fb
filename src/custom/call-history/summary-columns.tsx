import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { figureMeasures, type CallFigures, type CallSummaryRow } from '../../schemas/calls/call-history';
import { indianNumber } from '../../schemas/kit/counted';
import { measureOf, type MeasureId } from '../../schemas/kit/measures';
import { shortTime } from '../../ui/time/dates';
import { clockText } from '../../ui/time/use-seconds';

/** The address of the calls that a figure counted; undefined where the list cannot show them. */
export type FigureLink = (figure: keyof CallFigures) => string | undefined;
export interface SummaryColumn {
  readonly title: string;
  /** The definition behind the title. */
  readonly help: string;
  readonly cell: (row: CallSummaryRow, link: FigureLink) => ReactNode;
}

function numbered(figure: keyof CallFigures, textOf: (value: number) => string = indianNumber): SummaryColumn {
  const { label, definition } = measureOf(figureMeasures[figure]);
  return {
    title: label,
    help: definition,
    cell(row, link) {
      const value = Number(row[figure]);
      const to = value ? link(figure) : undefined;
      return to ? <Link to={to}>{textOf(value)}</Link> : textOf(value);
    },
  };
}
function timed(figure: 'first_at' | 'last_at'): SummaryColumn {
  const { label, definition } = measureOf(figureMeasures[figure]);
  return {
    title: label,
    help: definition,
    cell: ({ [figure]: at }) => (at ? shortTime(at, { hour: true }) : '–'),
  };
}
function derived(measure: MeasureId, cell: (row: CallSummaryRow) => ReactNode): SummaryColumn {
  const { label, definition } = measureOf(measure);
  return { title: label, help: definition, cell };
}
const share = (part: number, whole: number): ReactNode =>
  whole ? (
    <Tooltip title={`${indianNumber(part)} of ${indianNumber(whole)}`}>
      <span>{((100 * part) / whole).toFixed(1)} %</span>
    </Tooltip>
  ) : (
    '–'
  );

export const summaryColumns: readonly SummaryColumn[] = [
  numbered('dialled'),
  numbered('connected'),
  derived('C11', (row) => share(row.connected, row.dialled)),
  numbered('no_answer'),
  numbered('busy'),
  numbered('unreachable'),
  numbered('invalid'),
  numbered('failed'),
  numbered('inbound'),
  numbered('missed'),
  numbered('called_back'),
  numbered('leads_dialled'),
  numbered('leads_connected'),
  numbered('talk_s', clockText),
  derived('C10', (row) => (row.connected + row.inbound ? clockText(row.talk_s / (row.connected + row.inbound)) : '–')),
  numbered('conversations'),
  numbered('longest_s', (seconds) => (seconds ? clockText(seconds) : '–')),
  derived('W1', (row) => (row.worked_s === null ? '–' : clockText(row.worked_s))),
  {
    title: 'Calls per hour',
    help: 'Dialled and answered calls per hour of working time.',
    cell: (row) => (row.worked_s ? ((3600 * (row.dialled + row.inbound)) / row.worked_s).toFixed(1) : '–'),
  },
  timed('first_at'),
  timed('last_at'),
];
