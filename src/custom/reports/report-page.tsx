import { Tabs } from 'antd';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { reports } from 'virtual:reports';
import { useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { useSession } from '../../providers/session/session';
import { writeValues } from '../../schemas/kit/cells';
import { counted } from '../../schemas/kit/counted';
import { defineReport, type ReportSpec } from '../../schemas/kit/report';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon } from '../../ui/marks/icon';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState, NoPermission } from '../../ui/page/states';
import { localInput } from '../../ui/time/dates';
import { noteOpened } from './opened-reports';
import { ReportBar } from './report-bar';
import { ReportExport } from './report-export';
import { ReportTable } from './report-table';
import { useReportState, type ReportState } from './report-state';
import './reports.css';

const Board = onDemand('board', () => import('../../resources/board/board'), <div className="rp-cards-bone" />);
const ReportChart = onDemand('report-chart', () => import('./report-chart'), <div className="rp-chart" />);

/** Every report: its declaration (src/schemas/reports) says what it shows, its address in which state. */
export default function ReportPage(): ReactNode {
  const { pathname } = useLocation();
  const spec = reports.find(({ path }) => path === pathname);
  return spec ? <Report key={spec.name} spec={spec} /> : null;
}

function Report({ spec }: { spec: ReportSpec }): ReactNode {
  const [state, change] = useReportState(spec);
  const entity = useSession()?.persisted.tenant.entity_name ?? 'College';
  const title = spec.title.replace('{entity}', entity);
  const call = useMemo(() => defineReport(spec), [spec]);
  const may = useMayDo(call.name);
  const asked = queryOf(state);
  const { data, error, isPlaceholderData, isFetching, refetch } = useCall(call, asked, {
    keepPrevious: true,
    retry: false,
    enabled: may('read'),
  });
  useEffect(() => noteOpened(spec.name), [spec.name]);
  if (!may('read'))
    return (
      <PageFrame title={title}>
        <NoPermission />
      </PageFrame>
    );
  const again = (): void => void refetch();
  const rowTitle = spec.rows.find(({ id }) => id === state.groupBy)?.label ?? '';
  return (
    <PageFrame
      title={title}
      fill
      scope={
        data ? (
          <span className="rp-as-of">
            As of {localInput(data.as_of).slice(11, 16)}
            <button type="button" className="p-icon-button" aria-label="Refresh" title="Refresh" onClick={again}>
              <Icon name="refresh" size={14} />
            </button>
          </span>
        ) : null
      }
      actions={<ReportExport report={spec.name} query={asked} disabled={!data} />}
    >
      <div className={spec.cards ? 'rp-page rp-with-cards' : 'rp-page'} aria-busy={isFetching}>
        <ReportBar spec={spec} state={state} change={change} entity={entity} />
        {data?.cards ? <Board cards={data.cards} days={data} /> : null}
        {data?.chart?.points.length ? <ReportChart chart={data.chart} /> : null}
        {spec.tabs.length > 1 ? (
          <Tabs
            className="rp-tabs"
            activeKey={state.tab}
            onChange={(tab) => change({ tab, sort: '' })}
            items={spec.tabs.map(({ id, label }) => ({ key: id, label }))}
          />
        ) : null}
        {error ? (
          <ErrorState what={`${title} could not be loaded`} error={error} onRetry={again} />
        ) : !data ? (
          <Skeleton />
        ) : data.rows.length ? (
          <div className={isPlaceholderData ? 'rp-body rp-dimmed' : 'rp-body'}>
            <ReportTable
              table={data}
              label={title}
              rowTitle={rowTitle}
              heat={state.heat}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
            />
          </div>
        ) : (
          <EmptyState title="Nothing in these days" icon="calendar">
            Choose other days, or remove a filter.
          </EmptyState>
        )}
        {data?.left_out ? (
          <p className="rp-note">
            {counted(data.left_out, 'row')} with the smallest numbers not shown. Add a filter to see them.
          </p>
        ) : null}
        {spec.note ? <p className="rp-note">{spec.note.replaceAll('{entity}', entity)}</p> : null}
      </div>
    </PageFrame>
  );
}

const queryOf = ({ from, to, tab, groupBy, values, compare, inactive }: ReportState) => ({
  from,
  to,
  tab,
  group_by: groupBy,
  filters: writeValues(values),
  compare: compare ? (1 as const) : (0 as const),
  inactive: inactive ? (1 as const) : (0 as const),
});

/** As high as a table of ten rows, so that nothing jumps when the numbers arrive. */
function Skeleton(): ReactNode {
  return (
    <div className="rp-skeleton" role="status" aria-label="Loading">
      {Array.from({ length: 10 }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}
