import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { useSubscription } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { callKey } from '../../providers/calls/use-call';
import { unknownIn } from '../../resources/list/list-address';
import { useList, type List } from '../../resources/list/use-list';
import { callHistoryCounts, callHistorySummary } from '../../schemas/calls/call-history';
import type { ListFilter } from '../../schemas/kit/list-query';
import { historyTypes, type HistoryType } from '../../schemas/kit/call-types';
import type { callHistory, HistoryCall } from '../../schemas/leads/calls-history';

export interface History {
  readonly list: List<HistoryCall>;
  readonly type: HistoryType;
  readonly counts: Readonly<Partial<Record<HistoryType, number>>> | undefined;
  readonly choose: (type: HistoryType) => void;
}

/** The list of calls with its tab in the address, and the numbers of all tabs for the same filters. */
export function useHistory(resource: typeof callHistory, columns: readonly string[]): History {
  const [query, setQuery] = useSearchParams();
  const type = historyTypes.find((one) => one === query.get('type')) ?? 'all';
  const fixed = useMemo((): readonly ListFilter[] => [{ field: 'type', operator: 'eq', values: [type] }], [type]);
  const list = useList({
    resource,
    fixed,
    keep: ['type', 'by'],
    unknown: unknownIn(query, { type: historyTypes }),
    columns,
    size: 25,
  });
  const { data: counts } = useCall(callHistoryCounts, list.query, { keepPrevious: true, retry: false });
  const client = useQueryClient();
  useSubscription({
    channel: 'resources/calls-history',
    onLiveEvent: () => {
      void client.invalidateQueries({ queryKey: callKey(callHistoryCounts) });
      void client.invalidateQueries({ queryKey: callKey(callHistorySummary) });
    },
  });
  const choose = (next: HistoryType): void =>
    setQuery((now) => {
      const to = new URLSearchParams(now);
      for (const name of ['page', 'after', 'before']) to.delete(name);
      if (next === 'all') to.delete('type');
      else to.set('type', next);
      return to;
    });
  // Its own count looks at fewer rows than that of the tab, which is the same number.
  const total = counts?.[type];
  const known = total !== undefined && total <= 10_000 && !list.refreshing ? { total, totalExact: true } : {};
  return { list: { ...list, ...known }, type, counts, choose };
}
