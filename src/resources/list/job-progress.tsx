import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { hasEnded, undoBulk, useJob, useSkippedRows } from '../../providers/calls/list-work';
import { callKey } from '../../providers/calls/use-call';
import { bulkChanges } from '../../schemas/calls/bulk-changes';
import { countText } from '../../ui/marks/numbers';
import { messageOf } from '../../ui/page/states';
import './list-tools.css';

/** A bulk job from start to end: progress, results, and undo. It continues if nobody watches. */
export function JobProgress({
  resource,
  jobId,
  onSettled,
  taken = false,
  undoes = true,
}: {
  resource: string;
  jobId: string;
  onSettled: () => void;
  /** The job is itself an undo. */
  taken?: boolean;
  /** Whether it can be undone. */
  undoes?: boolean;
}): ReactNode {
  const client = useQueryClient();
  const [undoing, setUndoing] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const id = undoing ?? jobId;
  const { data: job, error } = useJob(id);
  const ended = job !== undefined && hasEnded(job);
  const skipped = useSkippedRows(ended && (job.result?.skipped ?? 0) > 0 ? id : undefined).data;
  const reported = useRef<string>(undefined);
  useEffect(() => {
    if (!ended || reported.current === id) return;
    reported.current = id;
    void client.invalidateQueries({ queryKey: callKey(bulkChanges) });
    onSettled();
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  const done = job?.done ?? 0;
  const total = job?.total ?? 0;
  return (
    <div className="p-job" aria-live="polite">
      <progress value={ended ? 1 : done} max={ended ? 1 : Math.max(total, 1)} aria-label="Progress" />
      {!job || !ended ? (
        <p>
          {countText(done)} of {total ? countText(total) : '…'} done. You can close this; the job continues.
        </p>
      ) : job.state !== 'done' ? (
        <p role="alert">{job.message}</p>
      ) : (
        <p>
          <strong>{countText(job.result?.done ?? 0)}</strong> {undoing || taken ? 'undone' : 'done'}
          {job.result?.skipped ? (
            <>
              , <strong>{countText(job.result.skipped)}</strong> skipped
            </>
          ) : null}
          .{' '}
          {undoes && !undoing && !taken && (job.result?.done ?? 0) > 0 ? (
            <button
              type="button"
              className="p-link"
              onClick={() => {
                undoBulk(resource, jobId).then(
                  (started) => setUndoing(started.job_id),
                  (failure: unknown) => setRefused(messageOf(failure)),
                );
              }}
            >
              Undo
            </button>
          ) : null}
        </p>
      )}
      {skipped?.length ? (
        <ul className="p-job-rows">
          {skipped.map((row) => (
            <li key={row.record_id}>
              <span className="p-cut">{row.name ?? row.record_id}</span>
              <span className="p-quiet">{row.reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {refused ? (
        <p role="alert" className="p-wrong">
          {refused}
        </p>
      ) : null}
    </div>
  );
}
