import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import type { List } from '../../resources/list/use-list';
import {
  callHistorySummary,
  figureMeasures,
  groupDimensions,
  summaryGroups,
  type CallFigures,
  type CallSummary as Summary,
  type CallSummaryRow,
  type SummaryGroup,
} from '../../schemas/calls/call-history';
import { writeCell } from '../../schemas/kit/cells';
import { measureOf } from '../../schemas/kit/measures';
import type { HistoryCall } from '../../schemas/leads/calls-history';
import { phoneText } from '../../schemas/kit/phone-text';
import { CountTabs } from '../../ui/page/count-tabs';
import { ErrorState } from '../../ui/page/states';
import { momentOf, plainDate, shortTime } from '../../ui/time/dates';
import { summaryColumns, type FigureLink } from './summary-columns';

const tabs: readonly { readonly name: SummaryGroup; readonly text: string; readonly unset: string }[] = [
  { name: 'user', text: 'By user', unset: 'No user' },
  { name: 'day', text: 'By day', unset: '–' },
  { name: 'number', text: 'By virtual number', unset: 'Not known' },
  { name: 'disposition', text: 'By disposition', unset: 'No stage recorded' },
  { name: 'list', text: 'By dialer list', unset: 'Not from a list' },
];

/** The figures of the calls that the list below asks for; a row narrows the list to its calls. */
export function CallSummary({ list }: { list: List<HistoryCall> }): ReactNode {
  const [query, setQuery] = useSearchParams();
  const by = summaryGroups.find((one) => one === query.get('by')) ?? 'user';
  const { data, error, refetch, isPlaceholderData } = useCall(
    callHistorySummary,
    { ...list.query, group: by },
    { keepPrevious: true, retry: false },
  );
  const tab = tabs.find(({ name }) => name === by)!;
  const linkOf =
    (row?: CallSummaryRow): FigureLink =>
    (figure) =>
      data && figureAddress(query, by, data, figure, row);
  return (
    <>
      <div className="ch-summary-head">
        <CountTabs
          label="Figures by"
          now={by}
          tabs={tabs}
          counts={false}
          onChoose={(next) =>
            setQuery((now) => {
              const to = new URLSearchParams(now);
              if (next === 'user') to.delete('by');
              else to.set('by', next);
              return to;
            })
          }
        />
        <span className="p-quiet">{data ? `As of ${shortTime(data.as_of)}` : ' '}</span>
      </div>
      {error ? (
        <ErrorState what="The figures could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="ch-summary" tabIndex={0} role="region" aria-label={`Calls ${tab.text.toLowerCase()}`}>
          <table className={isPlaceholderData ? 'p-dim' : undefined}>
            <thead>
              <tr>
                <th scope="col">{tab.text.replace('By ', '').replace(/^./, (letter) => letter.toUpperCase())}</th>
                {summaryColumns.map(({ title, help }) => (
                  <th key={title} scope="col">
                    <Tooltip title={help}>
                      <span tabIndex={0}>{title}</span>
                    </Tooltip>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data
                ? data.rows.map((row) => (
                    <tr key={row.key ?? ''}>
                      <th scope="row" className="p-cut">
                        <RowName row={row} by={by} unset={tab.unset} list={list} />
                      </th>
                      {summaryColumns.map(({ title, cell }) => (
                        <td key={title}>{cell(row, linkOf(row))}</td>
                      ))}
                    </tr>
                  ))
                : [0, 1, 2].map((one) => (
                    <tr key={one} aria-hidden="true">
                      <td colSpan={summaryColumns.length + 1}>
                        <span className="p-bone" style={{ width: '100%' }} />
                      </td>
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
                  {summaryColumns.map(({ title, cell }) => (
                    <td key={title}>{cell({ ...data.total, key: null, label: null, worked_s: null }, linkOf())}</td>
                  ))}
                </tr>
              </tfoot>
            ) : null}
          </table>
        </div>
      )}
    </>
  );
}

/** The same list, narrowed to the calls that a figure counted. A list takes one cell: figures of a cell open nothing further. */
function figureAddress(
  query: URLSearchParams,
  by: SummaryGroup,
  { from, to }: Summary,
  figure: keyof CallFigures,
  row: CallSummaryRow | undefined,
): string | undefined {
  const measure = figureMeasures[figure];
  if (query.has('cell') || measureOf(measure).opens !== 'calls') return undefined;
  const next = new URLSearchParams(query);
  for (const name of ['page', 'after', 'before']) next.delete(name);
  next.set('cell', writeCell({ measure, from, to, values: row ? { [groupDimensions[by]]: [row.key ?? ''] } : {} }));
  return `?${next}`;
}

const fields = {
  user: 'user_id',
  day: 'started_at',
  number: 'virtual_number',
  disposition: 'stage_id',
  list: 'list_key',
} as const;

function RowName({
  row: { key, label },
  by,
  unset,
  list,
}: {
  row: CallSummaryRow;
  by: SummaryGroup;
  unset: string;
  list: List<HistoryCall>;
}): ReactNode {
  const text =
    by === 'day' && key ? plainDate(key) : by === 'number' && key ? phoneText(key) : (label ?? (key ? 'Former entry' : unset));
  const field = fields[by];
  const others = list.state.filters.filter((one) => one.field !== field);
  if (by === 'day' && key === null) return text;
  const own =
    by === 'day'
      ? { field, operator: 'between' as const, values: daySpan(key!) }
      : key === null
        ? { field, operator: 'null' as const, values: [] }
        : { field, operator: 'eq' as const, values: [key] };
  return (
    <button
      type="button"
      className="p-link"
      title={`Show the calls: ${text}`}
      onClick={() => list.change({ filters: [...others, own] })}
    >
      {text}
    </button>
  );
}

/** A day of the tenant by its two ends, as the list takes a span of moments. */
function daySpan(day: string): readonly string[] {
  return [momentOf(day, '00:00'), new Date(Date.parse(momentOf(day, '23:59')) + 59_999).toISOString()];
}
