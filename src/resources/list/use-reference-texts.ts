import { useList, type BaseRecord } from '@refinedev/core';
import { useResource } from '../../providers/screens/use-resource';
import type { ListMeta } from '../../schemas/kit/list';
import { displayOf } from '../../schemas/kit/resource';

/** The names of ids, for chips: from the same look-up as the select, so they are usually cached. */
export function useReferenceTexts(target: string | undefined, ids: readonly string[]): ReadonlyMap<string, string> {
  const chunk = useResource(target);
  const { query } = useList<BaseRecord>({
    resource: target ?? '',
    pagination: { mode: 'off' },
    filters: [],
    meta: { limit: 1000 } satisfies ListMeta,
    queryOptions: { enabled: target !== undefined && ids.length > 0, staleTime: 60_000 },
    errorNotification: false,
  });
  const display = chunk ? displayOf(chunk.resource) : undefined;
  if (!display) return new Map();
  return new Map((query.data?.data ?? []).map((row) => [String(row.id), String(row[display] ?? row.id)]));
}
