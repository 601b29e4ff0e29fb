import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../providers/calls/call';
import type { ExportAnswer } from '../../schemas/calls/list-work';
import { timelineExport } from '../../schemas/calls/timeline';
import { toasts } from '../../ui/toasts/toasts';
import { appendDays, entriesIn } from './append-days';
import { filtersOf, firstPages, readPage, unfilledBy, type Search } from './read-pages';
import type { DayGroup } from './timeline-entry';

interface Found {
  readonly groups: readonly DayGroup[];
  readonly total: number;
  readonly totalExact: boolean;
  readonly page: number;
  /** The page had fewer entries than requested, so it is the last one. */
  readonly ended: boolean;
}
const nothing: Found = { groups: [], total: 0, totalExact: true, page: 0, ended: false };

/** The days loaded so far; `more` loads the next page, `search` starts again with page 1. */
export function useTimeline(first: Search) {
  const [found, setFound] = useState(nothing);
  const [loading, setLoading] = useState(true);
  const [failed, setFailed] = useState(false);
  const filters = useRef(first);
  const turn = useRef(0);
  const busy = useRef(false);

  const load = useCallback(async (search: Search, page: number): Promise<void> => {
    const own = ++turn.current;
    busy.current = true;
    setLoading(true);
    setFailed(false);
    try {
      const pages = page === 1 ? await firstPages(search) : [await readPage(search, page)];
      if (own !== turn.current) return;
      const { total, totalExact, ended } = pages.at(-1)!;
      setFound((now) => ({
        groups: pages.reduce<readonly DayGroup[]>((shown, { days }) => appendDays(shown, days), page === 1 ? [] : now.groups),
        total,
        totalExact,
        page: page + pages.length - 1,
        ended,
      }));
    } catch {
      if (own !== turn.current) return;
      if (page === 1) setFound(nothing); // the entries shown are the result of another search
      setFailed(true);
      toasts.error('Error in fetching Timeline data');
    }
    busy.current = false;
    setLoading(false);
  }, []);
  useEffect(() => {
    void load(filters.current, 1);
    const turns = turn;
    return () => void turns.current++; // an answer that arrives after the page was left is ignored
  }, [load]);

  const complete = found.ended || (found.page > 0 && found.totalExact && entriesIn(found.groups) >= found.total);
  return {
    ...found,
    loading,
    failed,
    complete,
    search(search: Search): void {
      filters.current = search;
      void load(search, 1);
    },
    more(): void {
      if (!busy.current && !complete && found.page > 0) void load(filters.current, found.page + 1);
    },
    /** The list is not full yet. */
    fill(): void {
      if (!complete) unfilledBy(entriesIn(found.groups));
      this.more();
    },
    /** Exports the result of the last search, including the entries that are not loaded yet. */
    exported: async (): Promise<ExportAnswer> => (await call(timelineExport, filtersOf(filters.current))).data,
    retry: () => void load(filters.current, found.page + 1),
  };
}
