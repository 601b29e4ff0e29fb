import { Tabs } from 'antd';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { reports } from 'virtual:reports';
import { useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { useUnseen } from '../../providers/screens/use-unseen';
import { useSession } from '../../providers/session/session';
import { writeCell } from '../../schemas/kit/write-cell';
import { counted } from '../../schemas/kit/counted';
import { defineReport, rowsOfTab, type ReportSpec } from '../../schemas/kit/report';
import { withColumns } from '../../schemas/kit/report-view';
import { specSeen } from '../../schemas/kit/unseen-dimensions';
import { ViewsMenu } from '../../resources/list/views-menu';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon } from '../../ui/marks/icon';
import { CountTabs } from '../../ui/page/count-tabs';
import { useNarrow } from '../../ui/page/use-narrow';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState, NoPermission } from '../../ui/page/states';
import { fullTime, localInput } from '../../ui/time/dates';
import { noteOpened } from '../../providers/opened-reports';
import { ColumnChoice } from './column-choice';
import { withEntity } from './entity-word';
import { ReportBar } from './report-bar';
import { ReportChoices } from './report-choices';
import { ReportExport } from './report-export';
import { ScheduleButton } from './schedule-button';
import { ReportTable } from './report-table';
import { exportQueryOf, queryOf, tabOf, useReportState, type ChangeReport, type ReportState } from './report-state';
import { withShares } from './table-shares';
import './reports.css';

const Board = onDemand('board', () => import('../../resources/board/board'), <div className="rp-cards-bone" />);
const ReportChart = onDemand('report-chart', () => import('./report-chart'), <div className="rp-chart" />);
/** The list of a report that has one: today that of follow-ups. */
const FollowUpList = onDemand('follow-up-list', () => import('./follow-up-list'));

/** Every report: its declaration (src/schemas/reports) says what it shows, its address in which state. */
export default function ReportPage(): ReactNode {
  const { pathname } = useLocation();
  const whole = reports.find(({ path }) => path === pathname);
  const isVeiled = useUnseen();
  const spec = useMemo(() => whole && isVeiled && specSeen(whole, isVeiled), [whole, isVeiled]);
  return spec ? <Report key={spec.name} spec={spec} /> : null;
}

function Report({ spec }: { spec: ReportSpec }): ReactNode {
  const [state, change] = useReportState(spec);
  const entity = useSession()?.persisted.tenant.entity_name ?? 'College';
  const title = withEntity(spec.title, entity);
  const call = useMemo(() => defineReport(spec), [spec]);
  const may = useMayDo(call.name);
  const asked = queryOf(state);
  const { list, note = spec.note } = tabOf(spec, state.tab);
  const { data, error, isPlaceholderData, isFetching, refetch } = useCall(call, asked, {
    keepPrevious: true,
    retry: false,
    enabled: may('read') && !list,
  });
  useEffect(() => noteOpened(spec.name), [spec.name]);
  if (!may('read'))
    return (
      <PageFrame title={title}>
        <NoPermission />
      </PageFrame>
    );
  if (list)
    return (
      <FollowUpList
        title={title}
        cell={writeCell({ measure: list, from: state.from, to: state.to, values: state.values })}
        bar={
          <>
            <ReportBar spec={spec} state={state} change={change} entity={entity} />
            <ReportTabs spec={spec} state={state} change={change} />
          </>
        }
      />
    );
  const again = (): void => void refetch();
  const rowTitle = withEntity(
    rowsOfTab(spec, tabOf(spec, state.tab)).find(({ id }) => id === state.groupBy)?.label ?? '',
    entity,
  );
  const table = data && withShares(withColumns(data, state.columns), state.share);
  const choices = <ReportChoices tab={tabOf(spec, state.tab)} {...{ state, change }} table={data} />;
  return (
    <PageFrame
      title={title}
      fill
      scope={data ? <AsOf at={data.as_of} onRefresh={again} /> : null}
      actions={
        <>
          {data ? (
            <ColumnChoice columns={data.columns} flipped={state.columns} onChange={(columns) => change({ columns })} />
          ) : null}
          <ViewsMenu resource={call.name} of="report" />
          <ScheduleButton spec={spec} title={title} />
          <ReportExport report={spec.name} query={exportQueryOf(state)} disabled={!data} />
        </>
      }
    >
      <div className={spec.cards ? 'rp-page rp-with-cards' : 'rp-page'} aria-busy={isFetching}>
        <ReportBar spec={spec} state={state} change={change} entity={entity} choices={choices} />
        {data?.cards ? <Board cards={data.cards} days={data} /> : null}
        {data?.chart?.points.length ? (
          <ReportChart chart={{ ...data.chart, title: withEntity(data.chart.title, entity) }} table={data} />
        ) : null}
        <ReportTabs spec={spec} state={state} change={change} />
        {error ? (
          <ErrorState what={`${title} could not be loaded`} error={error} onRetry={again} />
        ) : !data || !table ? (
          <Skeleton />
        ) : data.rows.length ? (
          <div className={isPlaceholderData ? 'rp-body rp-dimmed' : 'rp-body'}>
            <ReportTable
              table={table}
              label={title}
              rowTitle={rowTitle}
              heat={state.heat}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
            />
          </div>
        ) : (
          <EmptyState title="No data for these days" icon="calendar">
            Choose other days, or remove a filter.
          </EmptyState>
        )}
        {data?.left_out ? (
          <p className="rp-note">
            {counted(data.left_out, 'row')} with the smallest numbers not shown. Add a filter to see them.
          </p>
        ) : null}
        {note ? <p className="rp-note">{withEntity(note, entity)}</p> : null}
      </div>
    </PageFrame>
  );
}

function AsOf({ at, onRefresh }: { at: string; onRefresh: () => void }): ReactNode {
  return (
    <span className="rp-as-of">
      As of <span className="rp-as-of-time">{localInput(at).slice(11, 16)}</span>
      <span className="rp-as-of-day">{fullTime(at)}</span>
      <button type="button" className="p-icon-button" aria-label="Refresh" title="Refresh" onClick={onRefresh}>
        <Icon name="refresh" size={14} />
      </button>
    </span>
  );
}

function ReportTabs({ spec, state, change }: { spec: ReportSpec; state: ReportState; change: ChangeReport }): ReactNode {
  const narrow = useNarrow();
  if (spec.tabs.length < 2) return null;
  const choose = (tab: string): void => change({ tab, sort: '' });
  // antd's tabs that do not fit have a menu among them, which a list of tabs must not have
  if (narrow) {
    const tabs = spec.tabs.map(({ id, label }) => ({ name: id, text: label }));
    return <CountTabs label="Tables" counts={false} now={state.tab} tabs={tabs} onChoose={choose} />;
  }
  return (
    <Tabs
      className="rp-tabs"
      activeKey={state.tab}
      onChange={choose}
      items={spec.tabs.map(({ id, label }) => ({ key: id, label }))}
    />
  );
}

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
