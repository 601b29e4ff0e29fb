import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import type { List } from '../../resources/list/use-list';
import { callHistorySummary, summaryGroups, type CallSummaryRow, type SummaryGroup } from '../../schemas/calls/call-history';
import { indianNumber } from '../../schemas/kit/counted';
import type { HistoryCall } from '../../schemas/leads/calls-history';
import { CountTabs } from '../../ui/page/count-tabs';
import { ErrorState } from '../../ui/page/states';
import { momentOf, plainDate, shortTime } from '../../ui/time/dates';
import { clockText } from '../../ui/time/use-seconds';

const tabs: readonly { readonly name: SummaryGroup; readonly text: string; readonly unset: string }[] = [
  { name: 'user', text: 'By user', unset: 'No user' },
  { name: 'day', text: 'By day', unset: '–' },
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
                {columns.map(({ title, help }) => (
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
                      {columns.map(({ title, cell }) => (
                        <td key={title}>{cell(row)}</td>
                      ))}
                    </tr>
                  ))
                : [0, 1, 2].map((one) => (
                    <tr key={one} aria-hidden="true">
                      <td colSpan={columns.length + 1}>
                        <span className="p-bone" style={{ width: '100%' }} />
                      </td>
                    </tr>
                  ))}
              {data && !data.rows.length ? (
                <tr>
                  <td colSpan={columns.length + 1}>No calls in this selection</td>
                </tr>
              ) : null}
            </tbody>
            {data?.rows.length ? (
              <tfoot>
                <tr>
                  <td>Total</td>
                  {columns.map(({ title, cell }) => (
                    <td key={title}>{cell({ ...data.total, key: null, label: null, worked_s: null })}</td>
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

const fields = { user: 'user_id', day: 'started_at', disposition: 'stage_id', list: 'list_key' } as const;

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
  const text = by === 'day' && key ? plainDate(key) : (label ?? (key ? 'Former entry' : unset));
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

const count = (value: number): string => indianNumber(value);
const share = (part: number, whole: number): ReactNode =>
  whole ? (
    <Tooltip title={`${count(part)} of ${count(whole)}`}>
      <span>{((100 * part) / whole).toFixed(1)} %</span>
    </Tooltip>
  ) : (
    '–'
  );

const columns: readonly { readonly title: string; readonly help: string; readonly cell: (row: CallSummaryRow) => ReactNode }[] = [
  { title: 'Dialled', help: 'Outbound calls made.', cell: (row) => count(row.dialled) },
  { title: 'Connected', help: 'Dialled calls on which someone talked.', cell: (row) => count(row.connected) },
  { title: 'Connect %', help: 'Connected ÷ dialled.', cell: (row) => share(row.connected, row.dialled) },
  { title: 'No answer', help: 'Dialled, not answered.', cell: (row) => count(row.no_answer) },
  { title: 'Busy', help: 'Dialled, the line was busy.', cell: (row) => count(row.busy) },
  { title: 'Not reachable', help: 'Dialled, switched off or out of network.', cell: (row) => count(row.unreachable) },
  { title: 'Wrong number', help: 'Dialled, the number does not exist or is someone else’s.', cell: (row) => count(row.invalid) },
  { title: 'Failed', help: 'Dialled, not put through, or not ended yet.', cell: (row) => count(row.failed) },
  { title: 'Inbound', help: 'Inbound calls answered.', cell: (row) => count(row.inbound) },
  { title: 'Missed', help: 'Inbound calls that nobody answered.', cell: (row) => count(row.missed) },
  {
    title: 'Called back',
    help: 'Missed calls whose number was dialled within 60 minutes.',
    cell: (row) => count(row.called_back),
  },
  { title: 'Leads dialled', help: 'Distinct leads dialled.', cell: (row) => count(row.leads_dialled) },
  { title: 'Leads connected', help: 'Distinct leads dialled and talked to.', cell: (row) => count(row.leads_connected) },
  { title: 'Talk time', help: 'Seconds talked, of all calls.', cell: (row) => clockText(row.talk_s) },
  {
    title: 'Average talk',
    help: 'Talk time ÷ (connected + inbound answered).',
    cell: (row) => (row.connected + row.inbound ? clockText(row.talk_s / (row.connected + row.inbound)) : '–'),
  },
  {
    title: 'Conversations',
    help: 'Calls with 60 seconds of talk or more, or as set for this tenant.',
    cell: (row) => count(row.conversations),
  },
  { title: 'Longest', help: 'The longest talk.', cell: (row) => (row.longest_s ? clockText(row.longest_s) : '–') },
  {
    title: 'Worked',
    help: 'Working time of these days.',
    cell: (row) => (row.worked_s === null ? '–' : clockText(row.worked_s)),
  },
  {
    title: 'Calls per hour',
    help: 'Dialled and answered calls ÷ working time.',
    cell: (row) => (row.worked_s ? ((3600 * (row.dialled + row.inbound)) / row.worked_s).toFixed(1) : '–'),
  },
  {
    title: 'First call',
    help: 'When the first call started.',
    cell: (row) => (row.first_at ? shortTime(row.first_at, { hour: true }) : '–'),
  },
  {
    title: 'Last call',
    help: 'When the last call started.',
    cell: (row) => (row.last_at ? shortTime(row.last_at, { hour: true }) : '–'),
  },
];
