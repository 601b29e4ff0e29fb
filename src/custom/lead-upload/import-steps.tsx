import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { UploadStatus } from '../../schemas/kit/lead-uploads';
import { ask } from '../../ui/dialogs/ask';
import { shortTime } from '../../ui/time/dates';
import { toasts } from '../../ui/toasts/toasts';
import { cancelUpload, pauseUpload, undoUpload } from './upload-calls';

/** Pause, continue and cancel. An undo always runs to its end, so that nothing is left half taken back. */
export function RunningSteps({ status, onDone }: { status: UploadStatus; onDone: () => void }): ReactNode {
  const [busy, setBusy] = useState(false);
  if (status.undo) return null;
  const step = (work: Promise<unknown>): void => {
    setBusy(true);
    work.catch(toasts.error).finally(() => {
      setBusy(false);
      onDone();
    });
  };
  const isPaused = status.status === 'paused';
  return (
    <>
      <Button danger disabled={busy} onClick={() => step(cancelUpload(status.job_id))}>
        Cancel
      </Button>
      {status.dry_run ? null : (
        <Button disabled={busy} onClick={() => step(pauseUpload(status.job_id, !isPaused))}>
          {isPaused ? 'Continue' : 'Pause'}
        </Button>
      )}
    </>
  );
}

/** Takes the import back, or shows how that went. */
export function UndoImport({ status }: { status: UploadStatus }): ReactNode {
  const [, setQuery] = useSearchParams();
  const { undo_until: until, undo_job_id: undone } = status;
  if (status.undo) return null;
  if (undone && !until) return <Button onClick={() => setQuery({ job: undone })}>See what was undone</Button>;
  if (!until) return null;
  const undo = async (): Promise<void> => {
    try {
      setQuery({ job: await undoUpload(status.job_id) });
    } catch (error) {
      toasts.error(error);
    }
  };
  const asked = (): void =>
    ask({
      title: `Undo the import of ${status.file_name ?? 'this file'}?`,
      content:
        'New leads that nobody has worked with since are deleted, changed fields get their earlier values, and re-enquiries are removed. Everything else stays and is listed with the reason.',
      okText: 'Undo import',
      okButtonProps: { danger: true },
      onOk: undo,
    });
  return (
    <Button title={`Until ${shortTime(until)}`} onClick={asked}>
      Undo import
    </Button>
  );
}
