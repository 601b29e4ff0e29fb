import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { callKey, useCall } from '../../providers/calls/use-call';
import { countText } from '../../ui/marks/numbers';
import { messageOf } from '../../ui/page/states';
import { JobProgress } from '../list/job-progress';
import { importStatus, stepImport } from './import-calls';
import { counted } from '../../schemas/kit/counted';

/** A dry run or an import in progress, and its results. */
export function ImportRun({ resource, jobId, onSettled }: { resource: string; jobId: string; onSettled: () => void }): ReactNode {
  const client = useQueryClient();
  const [undoing, setUndoing] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const asked = { resource, step: 'status', job_id: jobId };
  const { data: now } = useCall(importStatus, asked, {
    refetchInterval: (known) => (known && !['queued', 'running'].includes(known.status) ? false : 700),
  });
  const settled = useRef(false);
  useEffect(() => {
    if (settled.current || !now || now.dry_run || now.status !== 'done') return;
    settled.current = true;
    onSettled();
  });
  if (!now) return null;
  const steer = (step: 'pause' | 'resume' | 'cancel' | 'undo'): void => {
    setRefused(undefined);
    stepImport(resource, { step, job_id: jobId }).then(
      ({ job_id }) =>
        step === 'undo' ? setUndoing(job_id) : void client.invalidateQueries({ queryKey: callKey(importStatus, asked) }),
      (error: unknown) => setRefused(messageOf(error)),
    );
  };
  const works = ['queued', 'running', 'paused'].includes(now.status);
  return (
    <section className="p-import-run" aria-live="polite" aria-label={now.dry_run ? 'Trial' : 'Import'}>
      <progress value={works ? now.done : 1} max={works ? Math.max(now.total, 1) : 1} aria-label="Progress" />
      {works ? (
        <p>
          {countText(now.done)} of {now.total ? counted(now.total, 'row') : 'all rows'}
          {now.status === 'paused' ? ', paused' : '. You can leave this page. The import continues in the background.'}
        </p>
      ) : (
        <p>
          {now.status === 'failed' ? `${now.message} ` : ''}
          {now.dry_run ? 'Nothing was saved. ' : ''}
          <strong>{countText(now.created)}</strong> new, <strong>{countText(now.updated)}</strong> updated,{' '}
          <strong>{countText(now.skipped)}</strong> unchanged, <strong>{countText(now.failed)}</strong> rejected.
        </p>
      )}
      <div className="p-import-do">
        {works && !now.dry_run ? (
          <>
            <Button onClick={() => steer(now.status === 'paused' ? 'resume' : 'pause')}>
              {now.status === 'paused' ? 'Resume' : 'Pause'}
            </Button>
            <Button onClick={() => steer('cancel')}>Cancel</Button>
          </>
        ) : null}
        {now.errors_url ? (
          <a href={now.errors_url} download>
            Download the rejected rows
          </a>
        ) : null}
        {!works && !now.dry_run && !undoing && now.created + now.updated > 0 ? (
          <Button onClick={() => steer('undo')}>Undo this import</Button>
        ) : null}
      </div>
      {undoing ? <JobProgress resource={resource} jobId={undoing} taken onSettled={onSettled} /> : null}
      {refused ? (
        <p role="alert" className="p-wrong">
          {refused}
        </p>
      ) : null}
      {now.errors.length ? (
        <ul className="p-job-rows">
          {now.errors.slice(0, 50).map((one) => (
            <li key={`${one.line} ${one.field}`}>
              <span>Line {one.line}</span>
              <span className="p-quiet">{one.reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
