import type { UseQueryResult } from '@tanstack/react-query';
import { listOf } from '../../../providers/calls/records';
import { useCall } from '../../../providers/calls/use-call';
import type { RowsMeant } from '../../../providers/calls/list-work';
import type { Lead, leads } from '../../../schemas/leads/leads';

export type ListQuery = NonNullable<RowsMeant['query']>;

const leadList = listOf<typeof leads>('leads');
/** Leads that are read at once: more than are seen, so that two pages are enough. */
const pageSize = 50;

/** The leads of one stage in the list's order, read a page at a time where they are seen; undefined where one has not come yet. */
export function useStageLeads(
  query: ListQuery,
  stageId: string | null,
  { first, last }: { readonly first: number; readonly last: number },
): { readonly leadAt: (index: number) => Lead | undefined; readonly failed: boolean; readonly retry: () => void } {
  const begin = Math.floor(first / pageSize);
  const upper = useStagePage(query, stageId, begin, last >= first);
  const lower = useStagePage(query, stageId, begin + 1, last >= (begin + 1) * pageSize);
  const pages = [upper, lower];
  return {
    leadAt: (index) => pages[Math.floor(index / pageSize) - begin]?.data?.[index % pageSize],
    failed: pages.some(({ isError }) => isError),
    retry: () => {
      for (const page of pages) if (page.isError) void page.refetch();
    },
  };
}

/** `version` names it as one of the lists of leads, which are read again after work on a lead. */
function useStagePage(query: ListQuery, stageId: string | null, page: number, enabled: boolean): UseQueryResult<Lead[]> {
  const which = stageId === null ? { stage_id_null: 'true' } : { stage_id: stageId };
  const window = { _start: page * pageSize, _end: (page + 1) * pageSize };
  return useCall(leadList, { ...query, ...which, ...window }, { enabled, staleTime: 30_000, retry: false, version: 'leads' });
}
