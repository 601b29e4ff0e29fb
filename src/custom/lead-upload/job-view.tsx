import { useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { useCall } from '../../providers/calls/use-call';
import { counted } from '../../schemas/kit/counted';
import { leadUploadStatus } from '../../schemas/calls/lead-uploads';
import { Icon } from '../../ui/marks/icon';
import { numberWords } from '../../kinds/number-words';
import { ErrorState } from '../../ui/page/states';
import type { CellFix, UploadStatus } from '../../schemas/kit/lead-uploads';
import { ImportMapping } from './import-mapping';
import { RunningSteps, UndoImport } from './import-steps';
import { RowErrors } from './row-errors';

const ended = (status: UploadStatus | undefined): boolean =>
  status !== undefined && ['done', 'failed', 'cancelled'].includes(status.status);

/** The rejected rows of a cancelled import are written after it. */
const awaitsErrors = (status: UploadStatus | undefined): boolean =>
  status?.status === 'cancelled' && !status.dry_run && status.failed > 0 && !status.errors_url;

/** Steps 4 and 5: a dry run or the import itself, followed through its job, also when opened by a link. */
export function JobView({
  jobId,
  mayRun,
  busy,
  problem,
  fixes,
  onFix,
  onRun,
  onBack,
  onAgain,
}: {
  jobId: string;
  /** The mapping and rules are still here, so that a dry run can continue to the import. */
  mayRun: boolean;
  busy: boolean;
  problem: string | undefined;
  /** Cells corrected so far, and a dry run with others. */
  fixes: readonly CellFix[];
  onFix: (fixes: readonly CellFix[]) => void;
  onRun: () => void;
  onBack: () => void;
  onAgain: () => void;
}): ReactNode {
  const client = useQueryClient();
  const query = useCall(
    leadUploadStatus,
    { job_id: jobId },
    { refetchInterval: (known) => (ended(known) && !awaitsErrors(known) ? false : 800), staleTime: 0 },
  );
  const status = query.data;
  const finished = status !== undefined && !status.dry_run && ended(status);
  useEffect(() => {
    if (finished) refreshLeadWork(client);
  }, [finished, client]);
  if (!status)
    return query.isError ? (
      <ErrorState what="The import could not be found" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <div className="up-job" aria-busy="true">
        <span className="p-bone" style={{ width: '40%' }} />
      </div>
    );
  return (
    <>
      <Heading status={status} />
      {ended(status) ? null : <AtWork status={status} />}
      {status.dry_run && !ended(status) ? null : <Counts status={status} />}
      {status.errors?.length ? (
        <RowErrors status={status} fixes={fixes} busy={busy} onFix={status.dry_run && mayRun ? onFix : undefined} />
      ) : null}
      {status.import_id ? <ImportMapping id={status.import_id} /> : null}
      <div className="up-foot">
        <span className={problem ? 'up-wrong' : 'p-quiet'} role={problem ? 'alert' : undefined}>
          {problem ?? ''}
        </span>
        {!ended(status) ? (
          <RunningSteps status={status} onDone={() => void query.refetch()} />
        ) : status.dry_run ? (
          mayRun ? (
            <>
              <Button onClick={onBack}>Back</Button>
              <Button type="primary" loading={busy} disabled={status.status !== 'done'} onClick={onRun}>
                Import {counted(status.rows - status.failed, 'row')}
              </Button>
            </>
          ) : (
            <Button onClick={onAgain}>Start again</Button>
          )
        ) : (
          <>
            {status.errors_url ? (
              <Button
                icon={<Icon name="download" size={14} />}
                href={status.errors_url.startsWith('/') ? status.errors_url : `/api/${status.errors_url}`}
              >
                Download {counted(status.failed, 'row')} with errors
              </Button>
            ) : null}
            <UndoImport status={status} />
            <Button onClick={onAgain}>Import another file</Button>
            <Link to="/leads?type=all">
              <Button type="primary" tabIndex={-1}>
                See the leads
              </Button>
            </Link>
          </>
        )}
      </div>
    </>
  );
}

function AtWork({ status }: { status: UploadStatus }): ReactNode {
  return (
    <div className="up-job">
      <Progress
        percent={status.total ? Math.floor((status.done / status.total) * 100) : 0}
        status={status.status === 'paused' ? 'normal' : 'active'}
        format={(percent) => `${percent} %`}
      />
      <span className="p-quiet" aria-live="polite">
        {status.total ? `${numberWords(status.done)} of ${counted(status.total, 'row')}` : 'Waiting to start'}.{' '}
        {status.status === 'paused'
          ? 'Paused: what was imported stays, and nothing more is imported until you continue.'
          : 'You can leave this page. The work continues in the background.'}
      </span>
    </div>
  );
}

function Heading({ status }: { status: UploadStatus }): ReactNode {
  const of = status.file_name ? ` ${status.file_name}` : '';
  const text = status.undo
    ? status.status === 'done'
      ? `The import of${of} was undone`
      : status.status === 'failed'
        ? `The undo of${of} stopped`
        : `Undoing the import of${of}`
    : status.dry_run
      ? status.status === 'done'
        ? 'Preview. Nothing has been saved yet.'
        : status.status === 'failed'
          ? 'The file could not be read'
          : 'Counting…'
      : status.status === 'done'
        ? `Imported${of}`
        : status.status === 'failed'
          ? `The import of${of} stopped`
          : status.status === 'paused'
            ? `The import of${of} is paused`
            : status.status === 'cancelled'
              ? `The import of${of} was cancelled; rows already imported are kept`
              : `Importing${of}`;
  return (
    <div className="up-intro">
      <strong>{text}</strong>
      {status.status === 'failed' ? <span className="up-wrong">{status.message}</span> : null}
    </div>
  );
}

function Counts({ status }: { status: UploadStatus }): ReactNode {
  const would = status.dry_run;
  if (status.undo)
    return (
      <dl className="up-counts">
        <div className="up-green">
          <dt>Taken back</dt>
          <dd className="p-num">{numberWords(status.undo.undone)}</dd>
        </div>
        <div className={status.undo.kept ? 'up-amber' : undefined}>
          <dt>Kept</dt>
          <dd className="p-num">{numberWords(status.undo.kept)}</dd>
        </div>
      </dl>
    );
  const all: [string, number, string][] = [
    ['Rows', status.rows, ''],
    [would ? 'New leads' : 'New leads', status.created, 'green'],
    ['Re-enquiries', status.re_enquiries, 'blue'],
    ['Updated', status.updated, ''],
    ['Skipped', status.skipped, ''],
    ['Errors', status.failed, status.failed ? 'red' : ''],
  ];
  return (
    <dl className="up-counts">
      {all
        .filter(([label, count]) => count > 0 || !['Updated', 'Skipped'].includes(label))
        .map(([label, count, tone]) => (
          <div key={label} className={tone ? `up-${tone}` : undefined}>
            <dt>{label}</dt>
            <dd className="p-num">{numberWords(count)}</dd>
          </div>
        ))}
    </dl>
  );
}
