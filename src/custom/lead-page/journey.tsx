import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useLeadPanel } from '../../providers/calls/lead-calls';
import { useCallPages } from '../../providers/calls/use-call-pages';
import { leadJourney } from '../../schemas/calls/leads';
import type { JourneyEntry } from '../../schemas/kit/lead-journey';
import { dayOf, plainDate } from '../../ui/time/dates';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { JourneyLine } from './journey-entry';
import { JourneyFilters, useJourneyFilter, type JourneyFilter } from './journey-filters';
import { serverNow } from '../../ui/time/server-clock';

/** The lead's whole history by day, newest first, narrowed by the filters in the address. */
export function Journey({ leadId }: { leadId: string }): ReactNode {
  const [filter, change] = useJourneyFilter();
  const { group, type, person } = filter;
  const isNarrowed = Boolean(group || type || person);
  const query = useCallPages(
    leadJourney,
    { id: leadId, limit: 30, ...(group ? { group } : {}), ...(type ? { type } : {}), ...(person ? { person } : {}) },
    {
      first: '',
      at: (before) => (before ? { before: String(before) } : {}),
      next: (page) => page.next ?? undefined,
    },
  );
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const custom = useLeadPanel(leadId).data?.custom_labels;
  const labels = useMemo(() => custom && new Map(Object.entries(custom)), [custom]);
  return (
    <section aria-label="History" className="lp-journey">
      <JourneyFilters
        filter={filter}
        change={change}
        count={query.data ? `${entries.length}${query.hasNextPage ? '+' : ''} ${entries.length === 1 ? 'event' : 'events'}` : ''}
      />
      {query.isPending ? (
        <Bones />
      ) : query.isError ? (
        <ErrorState what="The history could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState
          title={isNarrowed ? 'No events match these filters' : 'Nothing has happened yet'}
          icon="history"
          next={isNarrowed ? <Button onClick={() => change(noFilter)}>Show everything</Button> : undefined}
        >
          {isNarrowed ? undefined : 'Calls, stages, follow-ups and changes appear here.'}
        </EmptyState>
      ) : (
        byDay(entries).map(([day, lines]) => (
          <section key={day} className="lp-day">
            <h2>{dayTitle(day)}</h2>
            <ol>
              {lines.map((entry) => (
                <JourneyLine key={`${entry.kind}-${entry.id}`} entry={entry} labels={labels} />
              ))}
            </ol>
          </section>
        ))
      )}
      {query.hasNextPage ? (
        <Button className="lp-older" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older
        </Button>
      ) : null}
    </section>
  );
}

const noFilter: JourneyFilter = { group: '', type: undefined, person: undefined };

function byDay(entries: readonly JourneyEntry[]): [string, JourneyEntry[]][] {
  const days = new Map<string, JourneyEntry[]>();
  for (const entry of entries) {
    const day = dayOf(new Date(entry.at));
    const lines = days.get(day);
    if (lines) lines.push(entry);
    else days.set(day, [entry]);
  }
  return [...days];
}
/** 'Today, 12 Mar 2026'. */
function dayTitle(day: string): string {
  const now = serverNow();
  const word = day === dayOf(new Date(now)) ? 'Today, ' : day === dayOf(new Date(now - 86_400_000)) ? 'Yesterday, ' : '';
  return word + plainDate(day);
}

function Bones(): ReactNode {
  return (
    <div aria-busy="true" aria-label="Loading" className="lp-bones">
      {[62, 44, 70, 38, 55].map((width) => (
        <span key={width} className="p-bone" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
