import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { call, type CallValues } from '../../../providers/calls/call';
import { listOf } from '../../../providers/calls/records';
import type { Lead, leads } from '../../../schemas/leads/leads';

const leadList = listOf<typeof leads>('leads');
/** Leads that are read at once. */
const pageSize = 50;

/** The leads of one stage in the list's order, read a page at a time where they are seen; undefined where one has not come yet. */
export function useStageLeads(
  query: CallValues,
  stageId: string | null,
  range: { readonly first: number; readonly last: number },
): { readonly leadAt: (index: number) => Lead | undefined; readonly failed: boolean; readonly retry: () => void } {
  const begin = Math.floor(range.first / pageSize);
  const end = Math.floor(Math.max(range.first, range.last) / pageSize);
  const pages = range.last < 0 ? [] : Array.from({ length: end - begin + 1 }, (_, at) => begin + at);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['leads', 'board', stageId, page, query],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const which = stageId === null ? { stage_id_null: 'true' } : { stage_id: stageId };
        const window = { _start: page * pageSize, _end: (page + 1) * pageSize };
        return (await call(leadList, { ...query, ...which, ...window }, { signal })).data;
      },
      staleTime: 30_000,
      retry: false,
      placeholderData: keepPreviousData,
    })),
  });
  return {
    leadAt: (index) => results[Math.floor(index / pageSize) - begin]?.data?.[index % pageSize],
    failed: results.some(({ isError }) => isError),
    retry: () => results.forEach((one) => void (one.isError && one.refetch())),
  };
}
