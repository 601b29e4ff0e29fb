import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isAtWork, undoChange } from '../../providers/calls/bulk-changes';
import { useSkippedRows } from '../../providers/calls/list-work';
import { callKey } from '../../providers/calls/use-call';
import { useResource } from '../../providers/screens/use-resource';
import { bulkChanges, type BulkChanged } from '../../schemas/calls/bulk-changes';
import { countText } from '../../ui/marks/numbers';
import { ask } from '../../ui/dialogs/ask';
import { messageOf } from '../../ui/page/states';
import { serverNow } from '../../ui/time/server-clock';
import { Time } from '../../ui/time/time';
import { changeText } from './change-words';
import './change-line.css';

/** One change of many rows: what was done, how far it is, the rows it left out and why, and Undo while that is possible. */
export function ChangeLine({
  change,
  showBy = false,
  onSettled,
}: {
  change: BulkChanged;
  showBy?: boolean;
  onSettled: () => void;
}): ReactNode {
  const resource = useResource(change.resource)?.resource;
  const [refused, setRefused] = useState<string>();
  const [asked, setAsked] = useState(false);
  const client = useQueryClient();
  const atWork = isAtWork(change);
  const wasAtWork = useRef(atWork);
  useEffect(() => {
    if (wasAtWork.current && !atWork) onSettled();
    wasAtWork.current = atWork;
  });
  const undo = (): void => {
    setRefused(undefined);
    setAsked(true);
    undoChange(change)
      .catch((error: unknown) => setRefused(messageOf(error)))
      .finally(() => {
        setAsked(false);
        // it may have ended before it is read again
        void client.invalidateQueries({ queryKey: callKey(bulkChanges) }).then(onSettled);
      });
  };
  const askFirst = (): void =>
    ask({
      title: `Undo the import ${change.about ?? ''}?`,
      content:
        'New leads that nobody has worked with since are deleted, changed fields get their earlier values, and re-enquiries are removed.',
      okText: 'Undo import',
      okButtonProps: { danger: true },
      onOk: undo,
    });
  if (!resource) return <p className="p-change" aria-busy="true" />;
  return (
    <div className="p-change" role="group" aria-label={changeText(change, resource)}>
      <div className="p-change-what" aria-live="polite">
        <span className="p-change-text">{changeText(change, resource)}</span>
        <span className="p-quiet">
          {showBy && change.by ? `${change.by} · ` : ''}
          <Time at={change.created_at} /> {stateText(change)}
        </span>
        {atWork ? <progress aria-label="Progress" {...progressOf(change)} /> : null}
        {(refused ?? (change.message && change.state === 'failed' ? change.message : null)) ? (
          <span role="alert" className="p-wrong">
            {refused ?? change.message}
          </span>
        ) : null}
        <Skipped label="skipped" jobId={change.job_id} count={change.skipped} ended={!atWork} />
        {change.kind === 'lead-import' ? <Link to={`/upload-csv-lead?job=${change.job_id}`}>Details</Link> : null}
        {change.undo && change.kind !== 'lead-import' ? (
          <Skipped label="not undone" jobId={change.undo.job_id} count={change.undo.skipped} ended={!atWork} />
        ) : null}
      </div>
      {change.undo_until && !atWork ? (
        <button
          type="button"
          className="p-link"
          disabled={asked}
          title={`Undo for ${leftText(change.undo_until)} more`}
          onClick={change.kind === 'lead-import' ? askFirst : undo}
        >
          Undo
        </button>
      ) : null}
    </div>
  );
}

function stateText({ state, undo, total, changed, skipped }: BulkChanged): string {
  if (undo) {
    if (undo.state === 'failed') return '· The undo stopped';
    return undo.state === 'done' ? `· ${countText(undo.changed)} undone` : '· Undoing';
  }
  if (state === 'failed') return '· Stopped';
  if (state === 'cancelled') return '· Cancelled';
  if (state === 'done') return '';
  return total ? `· ${countText(changed + skipped)} of ${countText(total)} done` : '· Waiting';
}

const progressOf = ({ undo, changed, skipped, total }: BulkChanged): { max?: number; value?: number } =>
  undo || !total ? {} : { max: total, value: changed + skipped };

const leftText = (until: string): string => {
  const hours = Math.max(1, Math.round((Date.parse(until) - serverNow()) / 3_600_000));
  return `${hours} h`;
};

function Skipped({ jobId, count, label, ended }: { jobId: string; count: number; label: string; ended: boolean }): ReactNode {
  const [open, setOpen] = useState(false);
  const rows = useSkippedRows(open ? jobId : undefined).data;
  if (!count || !ended) return null;
  return (
    <>
      <button type="button" className="p-link p-change-skipped" aria-expanded={open} onClick={() => setOpen(!open)}>
        {countText(count)} {label}
      </button>
      {open && rows ? (
        <ul className="p-job-rows">
          {rows.map((row) => (
            <li key={row.record_id}>
              <span className="p-cut">{row.name ?? row.record_id}</span>
              <span className="p-quiet">{row.reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
