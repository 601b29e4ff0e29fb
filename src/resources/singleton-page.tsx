import { useList } from '@refinedev/core';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { pluralOf, type AnyResource } from '../schemas/kit/resource';
import { PageFrame } from '../ui/page/page-frame';
import { ErrorState } from '../ui/page/states';
import { newPath, recordPath } from './resource-paths';

/** A resource with one record has no list: its page is the record, or its form if there is no record yet. */
export function SingletonPage({ resource }: { resource: AnyResource }): ReactNode {
  const { query, result } = useList<{ id: string }>({
    resource: resource.name,
    pagination: { mode: 'off' },
    meta: { limit: 1 },
    queryOptions: { staleTime: 0 },
    errorNotification: false,
  });
  const row = result.data[0];
  if (row) return <Navigate to={recordPath(resource, row.id)} replace />;
  if (query.isSuccess && !query.isFetching) return <Navigate to={newPath(resource)} replace />;
  return (
    <PageFrame title={pluralOf(resource)} padded>
      {query.error ? (
        <ErrorState what={`${pluralOf(resource)} could not be loaded`} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <span className="p-bone" style={{ width: '40%' }} aria-busy="true" />
      )}
    </PageFrame>
  );
}
