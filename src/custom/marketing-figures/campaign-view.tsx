import { Select, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import {
  attributions,
  campaignFigures,
  type CampaignBy,
  type CampaignFigures,
  type PlatformChoice,
} from '../../schemas/calls/marketing-figures';
import { counted } from '../../schemas/kit/counted';
import { EmptyState, ErrorState, NoPermission } from '../../ui/page/states';
import { plainDate } from '../../ui/time/dates';
import { attributionNames, campaignColumns, campaignRowNames, type CampaignsShown } from './campaign-columns';
import { DayChart } from './day-chart';
import { FigureBar } from './figure-bar';
import { FigureBones } from './figure-bones';
import { FigureTable } from './figure-table';
import { figureText } from './figure-text';
import { Tiles } from './tiles';
import { useFigureState } from './use-figure-state';

const tabs: readonly [CampaignBy, ...CampaignBy[]] = ['campaign', 'source', 'day'];
const choices = attributions;
const onTiles = new Set(['spend', 'clicks', 'leads', 'cpl', 'enrolled', 'cpe', 'roas']);

/** Costs and leads of a platform, or of all: totals, days, and rows by campaign, source or day. */
export function CampaignView({ platform }: { platform: PlatformChoice | undefined }): ReactNode {
  const may = useMayDo(campaignFigures)('read');
  const state = useFigureState();
  const by = state.choice('by', tabs);
  const attribution = state.choice('attribution', choices);
  const [from, to] = state.days;
  const asked = { from, to, attribution, ...(platform ? { platform } : {}) };
  const figures = useCall(campaignFigures, { ...asked, by }, { keepPrevious: true, enabled: may });
  const days = useCall(campaignFigures, { ...asked, by: 'day' }, { keepPrevious: true, enabled: may });
  const before = useCall(
    campaignFigures,
    { ...asked, by, from: state.previous?.[0] ?? from, to: state.previous?.[1] ?? to },
    { keepPrevious: true, enabled: may && state.previous !== undefined },
  );
  const earlier = state.previous && before.data;
  if (!may) return <NoPermission module="Marketing Analytics" />;
  const shown: CampaignsShown = { days: state.days, by, platform, attribution, whole: figures.data?.whole ?? true };
  return (
    <>
      <FigureBar
        state={state}
        asOf={figures.data?.as_of}
        busy={figures.isFetching}
        onRefresh={() => void Promise.all([figures.refetch(), days.refetch()])}
      >
        <Select
          aria-label="Credited to"
          className="mf-select"
          value={attribution}
          options={choices.map((value) => ({ value, label: attributionNames[value] }))}
          onChange={(value) => state.change({ attribution: value === 'first' ? undefined : value })}
        />
      </FigureBar>
      {figures.isError ? (
        <ErrorState what="The campaigns could not be loaded" error={figures.error} onRetry={() => void figures.refetch()} />
      ) : figures.data ? (
        <>
          <Tiles
            columns={campaignColumns(shown).filter(({ name }) => onTiles.has(name))}
            total={figures.data.total}
            before={earlier?.total}
          />
          <CostsByDay shown={shown} data={days.data} />
          <section className="mf-card" aria-label="Breakdown">
            <Tabs
              activeKey={by}
              onChange={(key) => state.change({ by: key })}
              items={tabs.map((key) => ({ key, label: campaignRowNames[key].tab }))}
            />
            <Rows shown={shown} data={figures.data} before={earlier} busy={figures.isPlaceholderData} />
          </section>
        </>
      ) : (
        <FigureBones />
      )}
    </>
  );
}

function Rows({
  shown,
  data,
  before,
  busy,
}: {
  shown: CampaignsShown;
  data: CampaignFigures;
  before: CampaignFigures | undefined;
  busy: boolean;
}): ReactNode {
  const { title } = campaignRowNames[shown.by];
  if (!data.rows.length)
    return (
      <EmptyState title="No costs and no leads in this range" icon="search" next={<UploadLink />}>
        Choose other days, or upload what the campaigns cost.
      </EmptyState>
    );
  return (
    <FigureTable
      before={before}
      label={`Costs and leads by ${title.toLowerCase()}`}
      rowTitle={title}
      columns={campaignColumns(shown)}
      rows={data.rows}
      total={data.total}
      moreRows={data.more_rows}
      busy={busy}
    />
  );
}

function CostsByDay({ shown, data }: { shown: CampaignsShown; data: CampaignFigures | undefined }): ReactNode {
  const known = data?.rows ?? [];
  const spend = data?.total.spend ?? null;
  return (
    <section className="mf-card" aria-label="Spend by day">
      <h2>
        Spend by day{' '}
        <span className="p-quiet">{data?.costs_until ? `costs uploaded until ${plainDate(data.costs_until)}` : null}</span>
      </h2>
      {spend === null ? (
        <p className="p-quiet mf-none">
          No costs were uploaded for these days, so cost per lead is not known. <UploadLink />
        </p>
      ) : (
        <DayChart
          label={`${figureText(spend, 'rupees')} spent`}
          days={shown.days}
          none="no costs uploaded"
          known={known.map(({ key, spend: cost, leads }) => ({
            day: key,
            whole: cost ?? 0,
            part: 0,
            text: `${cost === null ? 'no costs uploaded' : figureText(cost, 'rupees')}, ${leads === null ? '' : counted(leads, 'lead')}`,
          }))}
        />
      )}
    </section>
  );
}

/** To the upload of costs, for those who may add them. */
export function UploadLink(): ReactNode {
  const may = useMayDo('campaign-costs');
  if (!may('create') || !may('export')) return null;
  return (
    <Link to="/marketing-analytics/costs/import" className="p-link">
      Upload costs
    </Link>
  );
}
