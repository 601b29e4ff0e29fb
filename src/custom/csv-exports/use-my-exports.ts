import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../providers/calls/call';
import { myExports, type MyExport } from '../../schemas/calls/list-work';

/** One page of the reader's exports, read again every two seconds while one of them is being written. */
export function useMyExports(page: number) {
  return useQuery({
    queryKey: ['my-exports', page],
    queryFn: async ({ signal }) => {
      const answer = await call(myExports, { page }, { signal });
      return { rows: answer.data, hasMore: answer['has_more'] === true };
    },
    placeholderData: keepPreviousData,
    // An address is good for 15 minutes: an open page gets new ones.
    refetchInterval: ({ state }) => (state.data?.rows.some(isWritten) ? 2000 : 600_000),
  });
}

export const isWritten = ({ state }: MyExport): boolean => state === 'queued' || state === 'running';
