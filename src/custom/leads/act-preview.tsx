import type { ReactNode } from 'react';
import type { ActMeant } from '../../providers/calls/bulk-changes';
import type { RowsMeant } from '../../providers/calls/list-work';
import { useCall } from '../../providers/calls/use-call';
import { bulkPreview, type BulkPreview } from '../../schemas/calls/bulk-changes';
import { counted } from '../../schemas/kit/counted';
import { messageOf } from '../../ui/page/states';

/** Who would be left out, counted by the server before anything is done. */
export interface ActPreview {
  readonly counts: BulkPreview | undefined;
  /** Of the leads that were looked at, those that would not be left out. */
  readonly kept: number;
  readonly isCounting: boolean;
  readonly error: unknown;
}

/** `act` undefined: what is chosen so far is not enough to count. */
export function useActPreview(rows: RowsMeant, act: ActMeant | undefined): ActPreview {
  const { data, isFetching, error } = useCall(
    bulkPreview,
    { resource: 'leads', ...(act ?? { act: '' }), ...rows },
    { enabled: act !== undefined, retry: false },
  );
  const counts = act && data;
  const left = counts?.skipped.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return { counts, kept: (counts?.looked ?? 0) - left, isCounting: act !== undefined && isFetching, error: act && error };
}

/** The counts in words; `happens`: 'will be re-assigned'. */
export function ActPreviewText({ preview, happens }: { preview: ActPreview; happens: string }): ReactNode {
  const { counts, kept, isCounting, error } = preview;
  return (
    <div aria-live="polite">
      {isCounting && !counts ? <p className="p-quiet">Counting …</p> : null}
      {error ? <p role="alert">{messageOf(error)}</p> : null}
      {counts ? (
        <p>
          <strong>{counted(kept, 'lead')}</strong> {happens}
          {counts.all ? '' : `, counted for the first ${counted(counts.looked, 'lead')}`}.
        </p>
      ) : null}
      {counts?.skipped.length ? (
        <ul className="ld-excluded">
          {counts.skipped.map(({ reason, count }) => (
            <li key={reason}>
              {counted(count, 'lead')} left out: {reason}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
