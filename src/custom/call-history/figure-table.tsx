import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { List } from '../../resources/list/use-list';
import {
  figureMeasures,
  groupDimensions,
  type CallFigures,
  type CallSummary,
  type CallSummaryRow,
} from '../../schemas/kit/call-summary';
import { rowTitleOf, summaryColumns, type SummaryTab } from '../../schemas/kit/call-summary-columns';
import { writeCell } from '../../schemas/kit/write-cell';
import { measureOf } from '../../schemas/kit/measures';
import type { HistoryCall } from '../../schemas/leads/calls-history';
import { FigureCell, type FigureLink } from './figure-cell';
import { FigureRowName } from './figure-row-name';

/** The figures, one row for each user, day, number, stage or list, and their total. */
export function FigureTable({
  data,
  tab,
  list,
  query,
  isDimmed,
}: {
  data: CallSummary | undefined;
  tab: SummaryTab;
  list: List<HistoryCall>;
  query: URLSearchParams;
  isDimmed: boolean;
}): ReactNode {
  const cells = (row: CallSummaryRow, of?: CallSummaryRow): ReactNode => {
    const link: FigureLink = (figure) => data && figureAddress(query, tab, data, figure, of);
    return summaryColumns.map((column) => (
      <td key={column.title}>
        <FigureCell column={column} row={row} link={link} />
      </td>
    ));
  };
  return (
    <div className="ch-summary" tabIndex={0} role="region" aria-label={`Calls ${tab.text.toLowerCase()}`}>
      <table className={isDimmed ? 'p-dim' : undefined}>
        <Head title={rowTitleOf(tab)} />
        <tbody>
          {data ? null : <Bones />}
          {data?.rows.map((row) => (
            <tr key={row.key ?? ''}>
              <th scope="row" className="p-cut">
                <FigureRowName row={row} tab={tab} list={list} />
              </th>
              {cells(row, row)}
            </tr>
          ))}
          {data && !data.rows.length ? (
            <tr>
              <td colSpan={summaryColumns.length + 1}>No calls in this selection</td>
            </tr>
          ) : null}
        </tbody>
        {data?.rows.length ? (
          <tfoot>
            <tr>
              <td>Total</td>
              {cells({ ...data.total, key: null, label: null, worked_s: null })}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

function Head({ title }: { title: string }): ReactNode {
  return (
    <thead>
      <tr>
        <th scope="col">{title}</th>
        {summaryColumns.map((column) => (
          <th key={column.title} scope="col">
            <Tooltip title={column.help}>
              <span tabIndex={0}>{column.title}</span>
            </Tooltip>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Bones(): ReactNode {
  return [0, 1, 2].map((one) => (
    <tr key={one} aria-hidden="true">
      <td colSpan={summaryColumns.length + 1}>
        <span className="p-bone" style={{ width: '100%' }} />
      </td>
    </tr>
  ));
}

/** The same list, narrowed to the calls that a figure counted. A list takes one cell: figures of a cell open nothing further. */
function figureAddress(
  query: URLSearchParams,
  { name }: SummaryTab,
  { from, to }: CallSummary,
  figure: keyof CallFigures,
  row: CallSummaryRow | undefined,
): string | undefined {
  const measure = figureMeasures[figure];
  if (query.has('cell') || measureOf(measure).opens !== 'calls') return undefined;
  const next = new URLSearchParams(query);
  for (const one of ['page', 'after', 'before']) next.delete(one);
  next.set('cell', writeCell({ measure, from, to, values: row ? { [groupDimensions[name]]: [row.key ?? ''] } : {} }));
  return `?${next}`;
}
