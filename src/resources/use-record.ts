import { useList, useOne, type HttpError } from '@refinedev/core';
import { keyOf, type AnyResource, type RecordOf } from '../schemas/kit/resource';
import type { ListMeta } from '../schemas/kit/list';
import { offers } from './resource-paths';

/** One stored record, freshly loaded. A resource without a read call is read through its list. */
export function useRecord<R extends AnyResource>(resource: R, id: string | number | undefined, enabled = true) {
  const readable = offers(resource, 'read');
  const one = useOne<RecordOf<R>, HttpError>({
    resource: resource.name,
    id: id ?? '',
    queryOptions: { enabled: enabled && readable && id !== undefined, staleTime: 0 },
    errorNotification: false,
  }).query;
  const list = useList<RecordOf<R>, HttpError>({
    resource: resource.name,
    pagination: { mode: 'off' },
    filters: [{ field: keyOf(resource).name, operator: 'eq', value: id }],
    meta: { limit: 1 } satisfies ListMeta,
    queryOptions: { enabled: enabled && !readable && id !== undefined, staleTime: 0 },
    errorNotification: false,
  }).query;
  const now = readable ? one : list;
  return {
    row: readable ? one.data?.data : list.data?.data.find((row) => String(row.id) === String(id)),
    fetching: now.isFetching,
    error: now.isError ? now.error : undefined,
    retry: () => void now.refetch(),
  };
}
