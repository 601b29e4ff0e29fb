import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/page/states';

/** What a tab of the page shows once its read has come; `what` says in the error state what could not be loaded. */
export function Loaded<T>({
  query,
  what,
  children,
}: {
  query: UseQueryResult<T>;
  what: string;
  children: (data: T) => ReactNode;
}): ReactNode {
  if (query.isPending)
    return (
      <div aria-busy="true" aria-label="Loading" className="cp-bones">
        <span className="p-bone" />
        <span className="p-bone" />
      </div>
    );
  if (query.isError)
    return <ErrorState what={`${what} could not be loaded`} error={query.error} onRetry={() => void query.refetch()} />;
  return children(query.data);
}
