import { useCallback, useEffect, useRef, useState } from 'react';
import { callWire } from '../../providers/call';
import type { ExportAnswer } from '../../schemas/calls/list-work';
import { timeline, timelineExport, type TimelineAction } from '../../schemas/calls/timeline';
import type { Days } from '../../ui/day-presets';
import { useToasts } from '../../ui/toasts';
import { appendDays, entriesIn } from './append-days';
import type { DayGroup } from './timeline-entry';

/** What was searched for; `limit` is 4 at first and 10 after Reset, until the page is left (D-088). */
export interface Search {
  readonly days: Days;
  readonly users: readonly string[];
  /** A table by its name, and what was done; undefined: all. */
  readonly table?: string | undefined;
  readonly action?: TimelineAction | undefined;
  readonly limit: number;
}
const filtersOf = ({ users, days, table, action }: Search) => ({
  userId: users,
  startDate: days[0],
  endDate: days[1],
  ...(table ? { table } : {}),
  ...(action ? { action } : {}),
});
interface Found {
  readonly groups: readonly DayGroup[];
  readonly total: number;
  readonly totalExact: boolean;
  readonly page: number;
  /** The page held fewer entries than were asked for: none come after it. */
  readonly ended: boolean;
}
const nothing: Found = { groups: [], total: 0, totalExact: true, page: 0, ended: false };

/** The days found so far; `more` fetches the next page, `search` begins again with page 1. */
export function useTimeline(first: Search) {
  const toasts = useToasts();
  const [found, setFound] = useState(nothing);
  const [loading, setLoading] = useState(true);
  const [failed, setFailed] = useState(false);
  const wanted = useRef(first);
  const turn = useRef(0);
  const busy = useRef(false);

  const load = useCallback(
    async (search: Search, page: number): Promise<void> => {
      const own = ++turn.current;
      busy.current = true;
      setLoading(true);
      setFailed(false);
      try {
        const answer = await callWire<readonly DayGroup[]>(timeline, {
          ...filtersOf(search),
          limit: search.limit,
          page_number: page,
        });
        if (own !== turn.current) return;
        setFound((now) => ({
          groups: appendDays(page === 1 ? [] : now.groups, answer.data),
          total: Number(answer['totalDocuments']),
          totalExact: answer['total_exact'] !== false,
          page,
          ended: entriesIn(answer.data) < search.limit,
        }));
      } catch {
        if (own !== turn.current) return;
        if (page === 1) setFound(nothing); // what stands there was found by another search
        setFailed(true);
        toasts.error('Error in fetching Timeline data');
      }
      busy.current = false;
      setLoading(false);
    },
    [toasts],
  );
  useEffect(() => {
    void load(wanted.current, 1);
    const turns = turn;
    return () => void turns.current++; // an answer after leaving is nobody's
  }, [load]);

  const complete = found.ended || (found.page > 0 && found.totalExact && entriesIn(found.groups) >= found.total);
  return {
    ...found,
    loading,
    failed,
    complete,
    search(search: Search): void {
      wanted.current = search;
      void load(search, 1);
    },
    more(): void {
      if (!busy.current && !complete && found.page > 0) void load(wanted.current, found.page + 1);
    },
    /** A file of all that was found by the last search, those below the end of the list too. */
    exported: async (): Promise<ExportAnswer> => (await callWire<ExportAnswer>(timelineExport, filtersOf(wanted.current))).data,
    retry: () => void load(wanted.current, found.page + 1),
  };
}
