import type { ReactNode } from 'react';

/** A line where something could not be brought up to date; what is there stays. */
export function StaleNote({ what, onRetry }: { what: string; onRetry: () => void }): ReactNode {
  return (
    <p className="p-wa-late" role="status">
      {what}{' '}
      <button type="button" className="p-chip" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
