import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useUnseen } from '../../providers/screens/use-unseen';
import { useCall } from '../../providers/calls/use-call';
import type { List } from '../../resources/list/use-list';
import { callHistorySummary } from '../../schemas/calls/call-history';
import { groupDimensions, type SummaryGroup } from '../../schemas/kit/call-summary';
import { summaryTabs } from '../../schemas/kit/call-summary-columns';
import type { IsVeiled } from '../../schemas/kit/unseen-dimensions';
import type { HistoryCall } from '../../schemas/leads/calls-history';
import { CountTabs } from '../../ui/page/count-tabs';
import { ErrorState } from '../../ui/page/states';
import { shortTime } from '../../ui/time/dates';
import { FigureTable } from './figure-table';
import { SummaryExport } from './summary-export';

/** The figures of the calls that the list below asks for; a row narrows the list to its calls. */
export function CallSummary({ list }: { list: List<HistoryCall> }): ReactNode {
  const isVeiled = useUnseen();
  return isVeiled ? <Figures list={list} isVeiled={isVeiled} /> : null;
}

function Figures({ list, isVeiled }: { list: List<HistoryCall>; isVeiled: IsVeiled }): ReactNode {
  const [query, setQuery] = useSearchParams();
  const tabs = summaryTabs.filter(({ name }) => !isVeiled(groupDimensions[name]));
  const tab = tabs.find(({ name }) => name === query.get('by')) ?? tabs[0]!;
  const asked = { ...list.query, group: tab.name };
  const { data, error, refetch, isPlaceholderData } = useCall(callHistorySummary, asked, { keepPrevious: true, retry: false });
  const choose = (next: SummaryGroup): void =>
    setQuery((now) => {
      const to = new URLSearchParams(now);
      if (next === tabs[0]?.name) to.delete('by');
      else to.set('by', next);
      return to;
    });
  return (
    <>
      <div className="ch-summary-head">
        <CountTabs label="Figures by" now={tab.name} tabs={tabs} counts={false} onChoose={choose} />
        <span className="ch-summary-end">
          <span className="p-quiet">{data ? `As of ${shortTime(data.as_of)}` : ' '}</span>
          <SummaryExport query={list.query} group={tab.name} disabled={!data?.rows.length} />
        </span>
      </div>
      {error ? (
        <ErrorState what="The figures could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <FigureTable data={data} tab={tab} list={list} query={query} isDimmed={isPlaceholderData} />
      )}
    </>
  );
}
