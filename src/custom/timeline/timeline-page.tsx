import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { timelineExport } from '../../schemas/calls/timeline';
import { ExportButton } from '../../ui/actions/export-button';
import { today } from '../../ui/time/today';
import { countText } from '../../ui/marks/numbers';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { CompareModal } from './compare-modal';
import { dayText } from './data-text';
import { EntryRow } from './entry-row';
import { TimelineFilters } from './timeline-filters';
import type { Entry } from './timeline-entry';
import type { Search } from './read-pages';
import { useTimeline } from './use-timeline';
import './timeline.css';

const nearBottom = 10;
const debounce = 100;

/** /timeline: every change in the tenant by day, who made it, and both states side by side. */
export default function TimelinePage(): ReactNode {
  const [first] = useState<Search>(() => ({ days: [today(), today()], users: [], limit: 4 }));
  const timeline = useTimeline(first);
  const [compared, setCompared] = useState<Entry>();
  const list = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isAtEnd = (): boolean => {
    const box = list.current;
    return box !== null && box.scrollHeight - box.scrollTop - box.clientHeight <= nearBottom;
  };
  const moreAtEnd = (): void => {
    if (isAtEnd()) timeline.more();
  };
  const onScroll = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(moreAtEnd, debounce);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // a page that does not fill the list cannot be scrolled, so the next one is loaded at once
  const { page, busy } = timeline;
  const fillAtEnd = (): void => {
    if (isAtEnd()) timeline.fill();
  };
  const fill = useRef(fillAtEnd);
  useEffect(() => void (fill.current = fillAtEnd));
  useEffect(() => {
    if (page > 0 && !busy && list.current?.clientHeight) fill.current();
  }, [page, busy]);
  const mayExport = useMayDo(timelineExport)('export');
  const isEmpty = !timeline.loading && !timeline.failed && timeline.total === 0;
  return (
    <PageFrame
      title="Timeline"
      scope={
        timeline.page ? `${countText(timeline.total, timeline.totalExact)} ${timeline.total === 1 ? 'change' : 'changes'}` : null
      }
      padded
      actions={
        mayExport ? (
          <ExportButton of="change" disabled={!timeline.page || timeline.total === 0} onExport={timeline.exported} />
        ) : null
      }
    >
      <TimelineFilters first={first} onSearch={timeline.search} />
      {isEmpty ? (
        <EmptyState title="No Records Available" icon="history">
          Nothing was changed on these days.
        </EmptyState>
      ) : (
        <div
          ref={list}
          className="p-timeline"
          tabIndex={0}
          role="region"
          aria-label="Changes"
          aria-busy={timeline.loading}
          onScroll={onScroll}
        >
          {timeline.groups.map((day, at) => (
            <div key={`${day.created_at} ${at}`} role="group" aria-label={dayText(day.created_at)}>
              {day.hideDate ? null : (
                <h2 className="p-timeline-day">
                  {dayText(day.created_at)} <span className="p-tag">total {day.count} changes in this day</span>
                </h2>
              )}
              <ul>
                {day.entries.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} onCompare={() => setCompared(entry)} />
                ))}
              </ul>
            </div>
          ))}
          {timeline.failed ? <ErrorState what="The changes could not be loaded." onRetry={timeline.retry} /> : null}
          {timeline.loading ? <Bones rows={timeline.page ? 1 : 4} /> : null}
        </div>
      )}
      {compared ? <CompareModal entry={compared} onClose={() => setCompared(undefined)} /> : null}
    </PageFrame>
  );
}

function Bones({ rows }: { rows: number }): ReactNode {
  return (
    <div role="status" aria-label="Loading changes">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="p-timeline-entry">
          <span className="p-bone p-timeline-bone" />
        </div>
      ))}
    </div>
  );
}
