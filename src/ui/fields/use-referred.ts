import { useOne, type BaseRecord, type HttpError } from '@refinedev/core';
import { useResource } from '../../providers/screens/use-resource';
import type { AnyResource, AnyRow } from '../../schemas/kit/resource';

export interface Referred {
  /** The record that a reference names, with its resource; undefined until both have loaded. */
  readonly found: { readonly resource: AnyResource; readonly row: Readonly<AnyRow> } | undefined;
  readonly error: HttpError | undefined;
  readonly retry: () => void;
}

/** The record of a reference's value, freshly loaded; nothing is requested without a value. */
export function useReferred(to: string | undefined, value: unknown): Referred {
  const resource = useResource(to)?.resource;
  const id = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  const { query } = useOne<BaseRecord, HttpError>({
    resource: resource?.name ?? '',
    id: id ?? '',
    queryOptions: { enabled: resource !== undefined && id !== undefined, staleTime: 0 },
    errorNotification: false,
  });
  const row = query.data?.data;
  return {
    found: resource && row && String(row.id) === String(id) ? { resource, row } : undefined,
    error: query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
  };
}
