import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { hasEnded, useJob } from '../../providers/calls/list-work';
import { countText } from '../marks/numbers';
import { messageOf } from '../page/states';

/** How far a job that fills dialer lists is; it continues if nobody watches. */
export function QueueProgress({ jobId }: { jobId: string }): ReactNode {
  const { data: job, error } = useJob(jobId);
  if (error) return <p role="alert">{messageOf(error)}</p>;
  const ended = job !== undefined && hasEnded(job);
  if (ended && job.state !== 'done') return <p role="alert">{job.message}</p>;
  const { done = 0, total = 0 } = job ?? {};
  const skipped = job?.result?.skipped ?? 0;
  return (
    <div aria-live="polite">
      <Progress
        percent={ended ? 100 : total ? Math.floor(((done ?? 0) / total) * 100) : 0}
        showInfo={false}
        aria-label="Progress"
      />
      <p>
        {ended
          ? `${countText(job.result?.done ?? 0)} put in the list${skipped ? `, ${countText(skipped)} waited in it before` : ''}.`
          : `${countText(done ?? 0)} of ${total ? countText(total) : '…'} done. You can close this; the job continues.`}
      </p>
    </div>
  );
}
