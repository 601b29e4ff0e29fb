import { Button, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCallPages } from '../../providers/calls/use-call-pages';
import { leadJourney, type JourneyEntry } from '../../schemas/calls/leads';
import { dayOf, plainDate } from '../../ui/time/dates';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { JourneyLine } from './journey-entry';
import { serverNow } from '../../ui/time/server-clock';

const groups = [
  { value: '', label: 'All' },
  { value: 'leads', label: 'Lead' },
  { value: 'call', label: 'Call' },
  { value: 'application', label: 'Application' },
];

/** The lead's whole history by day, newest first. The stage tags filter it. */
export function Journey({ leadId }: { leadId: string }): ReactNode {
  const [group, setGroup] = useState('');
  const query = useCallPages(
    leadJourney,
    { id: leadId, limit: 30, ...(group ? { group } : {}) },
    {
      first: '',
      at: (before) => (before ? { before } : {}),
      next: (page) => page.next ?? undefined,
    },
  );
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section aria-label="History" className="lp-journey">
      <div className="lp-filter">
        <Segmented size="small" aria-label="Stage Tag" options={groups} value={group} onChange={setGroup} />
        <span className="p-quiet">
          {query.data ? `${entries.length}${query.hasNextPage ? '+' : ''} ${entries.length === 1 ? 'event' : 'events'}` : ''}
        </span>
      </div>
      {query.isPending ? (
        <Bones />
      ) : query.isError ? (
        <ErrorState what="The history could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState title={group ? 'Nothing under this stage tag' : 'Nothing has happened yet'} icon="history">
          {group ? 'Choose All to see the whole history.' : 'Calls, stages, follow-ups and changes appear here.'}
        </EmptyState>
      ) : (
        byDay(entries).map(([day, lines]) => (
          <section key={day} className="lp-day">
            <h2>{dayTitle(day)}</h2>
            <ol>
              {lines.map((entry) => (
                <JourneyLine key={`${entry.kind}-${entry.id}`} entry={entry} />
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
