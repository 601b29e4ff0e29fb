import { useInvalidate } from '@refinedev/core';
import { useState, type ReactNode } from 'react';
import { useBulkChanges } from '../../providers/calls/bulk-changes';
import { useWho } from '../../providers/session/who';
import { ChangeLine } from '../../resources/list/change-line';
import { PageMoves } from '../../resources/list/page-moves';
import { isAdministrator } from '../../schemas/kit/roles';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState } from '../../ui/page/states';
import './recent-changes.css';

/** /recent-changes: changes of many rows in the last 30 days, newest first. */
export default function RecentChangesPage(): ReactNode {
  const invalidate = useInvalidate();
  const isAdmin = isAdministrator(useWho());
  const [starts, setStarts] = useState<readonly string[]>([]);
  const before = starts.at(-1);
  const { data, error, isError, isPlaceholderData, refetch } = useBulkChanges(before === undefined ? {} : { before });
  const { changes = [], next } = data ?? {};
  return (
    <PageFrame
      title="Recent changes"
      scope={<span className="p-quiet">{isAdmin ? 'Everyone’s, last 30 days' : 'Yours, last 30 days'}</span>}
      padded
    >
      {isError ? (
        <ErrorState what="Recent changes could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data && !changes.length && !before ? (
        <EmptyState title="No changes yet" icon="refresh">
          Changes that you make to several rows of a list at once, imports and merges appear here. You can undo most of them for
          72 hours.
        </EmptyState>
      ) : (
        <>
          <ul className={isPlaceholderData ? 'rc-list p-dim' : 'rc-list'} aria-busy={!data}>
            {changes.map((change) => (
              <li key={change.job_id}>
                <ChangeLine
                  change={change}
                  showBy={isAdmin}
                  onSettled={() => void invalidate({ resource: change.resource, invalidates: ['resourceAll'] })}
                />
              </li>
            ))}
          </ul>
          {before || next ? (
            <PageMoves
              previous={before ? () => setStarts(starts.slice(0, -1)) : undefined}
              next={next ? () => setStarts([...starts, next]) : undefined}
            />
          ) : null}
        </>
      )}
    </PageFrame>
  );
}
