import type { ReactNode } from 'react';

/** A note that something could not be updated; the old content stays. */
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
