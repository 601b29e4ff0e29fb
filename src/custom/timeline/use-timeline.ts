import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../providers/calls/call';
import { callKey, reporting } from '../../providers/calls/use-call';
import { useSteps } from '../../providers/calls/use-call-pages';
import type { ExportAnswer } from '../../schemas/calls/list-work';
import { timeline, timelineExport } from '../../schemas/calls/timeline';
import { toasts } from '../../ui/toasts/toasts';
import { appendDays, entriesIn } from './append-days';
import { filtersOf, firstPages, pagesToFill, readPage, unfilledBy, type Page, type Search } from './read-pages';
import type { DayGroup } from './timeline-entry';

const reportingFailure = reporting(() => toasts.error('Error in fetching Timeline data'));
/** Numbers the searches: Search requests the entries again even if they are known. */
let searches = 0;

/** The days loaded so far; `more` loads the next page, `search` starts again with page 1. */
export function useTimeline(first: Search) {
  const [asked, setAsked] = useState({ search: first, turn: 0 });
  const { search } = asked;
  const key = useMemo(() => [...callKey(timeline, { ...asked.search }), asked.turn], [asked]);
  const query = useSteps<readonly Page[]>(key, {
    first: 1,
    read: (place, signal) =>
      reportingFailure(
        async () => (place === 1 ? firstPages(search, signal) : [await readPage(search, Number(place), signal)]),
        signal,
      ),
    next: (step) => (step.at(-1)!.ended ? undefined : step.at(-1)!.number + 1),
    retry: false,
    keepPrevious: true,
    refetchOnWindowFocus: false,
  });
  useKeptStart(key, search.limit);
  const pages = useMemo(() => query.data?.pages.flat() ?? [], [query.data]);
  const groups = useMemo(() => pages.reduce<readonly DayGroup[]>((shown, { days }) => appendDays(shown, days), []), [pages]);
  const { total = 0, totalExact = true, ended = false } = pages.at(-1) ?? {};
  const complete = ended || (pages.length > 0 && totalExact && entriesIn(groups) >= total);
  const more = (): void => {
    if (!query.isFetching && !complete && pages.length) void query.fetchNextPage();
  };
  return {
    groups,
    total,
    totalExact,
    page: pages.length,
    complete,
    /** Entries are missing: the first ones, those of another search, or the next ones. */
    loading: query.isPending || query.isPlaceholderData || query.isFetchingNextPage,
    busy: query.isFetching,
    failed: query.isError && !query.isFetching,
    search: (next: Search): void => setAsked({ search: next, turn: ++searches }),
    more,
    /** The list is not full yet. */
    fill(): void {
      if (!complete) unfilledBy(entriesIn(groups));
      more();
    },
    /** Exports the result of the last search, including the entries that are not loaded yet. */
    exported: async (): Promise<ExportAnswer> => (await call(timelineExport, filtersOf(search))).data,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}

/** When the page is left, only the pages that fill the list are kept: the next visit shows them, and reads them again together. */
function useKeptStart(key: readonly unknown[], limit: number): void {
  const client = useQueryClient();
  const latest = useRef({ key, limit });
  useEffect(() => {
    latest.current = { key, limit };
  });
  useEffect(() => {
    const left = latest;
    return () => keepStart(client, left.current.key, left.current.limit);
  }, [client]);
}

function keepStart(client: QueryClient, key: readonly unknown[], limit: number): void {
  const known = client.getQueryState<InfiniteData<readonly Page[], unknown>>(key);
  if (!known?.data) return;
  const pages = [known.data.pages.flat().slice(0, pagesToFill(limit))];
  client.setQueryData(key, { pages, pageParams: [1] }, { updatedAt: known.dataUpdatedAt });
}
