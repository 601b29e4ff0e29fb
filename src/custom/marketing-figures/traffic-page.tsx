import { Select, Tabs } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { noteOpened } from '../../providers/opened-reports';
import { useCall } from '../../providers/calls/use-call';
import {
  traffic,
  trafficNow,
  trafficRows,
  type Traffic,
  type TrafficBy,
  type TrafficNow,
} from '../../schemas/calls/marketing-figures';
import { counted } from '../../schemas/kit/counted';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { DayChart } from './day-chart';
import { FigureBar } from './figure-bar';
import { FigureTable } from './figure-table';
import { FigureBones } from './figure-bones';
import { Funnel } from './funnel';
import { LiveNow, Sites } from './sites';
import { Tiles } from './tiles';
import { rowNames, trafficColumns } from './traffic-columns';
import { useFigureState, type FigureState } from './use-figure-state';
import './marketing-figures.css';

const tabs: readonly [TrafficBy, ...TrafficBy[]] = ['channel', ...trafficRows.filter((name) => name !== 'channel')];

/** /analytics: who visits the tenant's sites, how they came, and which leads they became. */
export default function TrafficPage(): ReactNode {
  useEffect(() => noteOpened('traffic'), []);
  const state = useFigureState();
  const by = state.choice('by', tabs);
  const site = state.text('site');
  const [from, to] = state.days;
  const figures = useCall(traffic, { from, to, by, ...(site ? { site } : {}) }, { keepPrevious: true });
  const before = useCall(
    traffic,
    { from: state.previous?.[0] ?? from, to: state.previous?.[1] ?? to, by, ...(site ? { site } : {}) },
    { keepPrevious: true, enabled: state.previous !== undefined },
  );
  const now = useCall(trafficNow, {}, { refetchInterval: 30_000 });
  const sites = now.data?.sites ?? [];
  return (
    <PageFrame
      title="Traffic Analytics"
      padded
      scope={now.data ? <LiveNow now={now.data} /> : null}
      actions={<Link to="/analytics/sites">Manage sites</Link>}
    >
      <FigureBar
        state={state}
        asOf={figures.data?.as_of}
        busy={figures.isFetching}
        onRefresh={() => void Promise.all([figures.refetch(), now.refetch()])}
      >
        <Select
          aria-label="Site"
          className="mf-select"
          value={site ?? ''}
          options={[{ value: '', label: 'All sites' }, ...sites.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(id) => state.change({ site: id || undefined })}
        />
      </FigureBar>
      {figures.isError ? (
        <ErrorState what="The visits could not be loaded" error={figures.error} onRetry={() => void figures.refetch()} />
      ) : figures.data ? (
        <Figures
          state={state}
          by={by}
          data={figures.data}
          before={state.previous && before.data}
          now={now.data}
          busy={figures.isPlaceholderData}
        />
      ) : (
        <FigureBones />
      )}
    </PageFrame>
  );
}

function Figures({
  state,
  by,
  data,
  before,
  now,
  busy,
}: {
  state: FigureState;
  by: TrafficBy;
  data: Traffic;
  before: Traffic | undefined;
  now: TrafficNow | undefined;
  busy: boolean;
}): ReactNode {
  const site = state.text('site');
  const columns = trafficColumns(by, state.days, site);
  const { total } = data;
  return (
    <>
      <Tiles columns={columns.filter(({ name }) => name !== 'page_views')} total={total} before={before?.total} />
      <div className="mf-two">
        <section className="mf-card" aria-label="Visits by day">
          <h2>
            Visits by day <span className="p-quiet">dark: with an enquiry</span>
          </h2>
          <DayChart
            label={`${counted(total.visits, 'visit')}, ${total.converted} of them with an enquiry`}
            days={state.days}
            none="no visits"
            known={data.days.map(({ day, visits, converted }) => ({
              day,
              whole: visits,
              part: converted,
              text: `${counted(visits, 'visit')}, ${converted} with an enquiry`,
            }))}
          />
        </section>
        <Funnel total={total} funnel={data.funnel} />
      </div>
      <section className="mf-card" aria-label="Breakdown">
        <Tabs
          activeKey={by}
          onChange={(key) => state.change({ by: key })}
          items={tabs.map((key) => ({ key, label: rowNames[key].tab }))}
        />
        {data.rows.length ? (
          <FigureTable
            label={`Visits by ${rowNames[by].title}`}
            rowTitle={rowNames[by].title}
            columns={columns}
            rows={data.rows}
            total={total}
            moreRows={data.more_rows}
            busy={busy}
            before={before}
          />
        ) : (
          <EmptyState title="No visits in this range" icon="search">
            Choose other days, or check below whether the script of the site reports.
          </EmptyState>
        )}
      </section>
      {now ? <Sites now={now} /> : null}
    </>
  );
}
