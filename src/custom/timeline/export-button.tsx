import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { takeExport } from '../../providers/calls/list-work';
import type { ExportAnswer } from '../../schemas/calls/list-work';
import { toasts } from '../../ui/toasts/toasts';

/** Downloads the result of the last search as a file. */
export function ExportButton({ disabled, onExport }: { disabled: boolean; onExport: () => Promise<ExportAnswer> }): ReactNode {
  const [busy, setBusy] = useState(false);
  async function fetchFile(): Promise<void> {
    setBusy(true);
    try {
      const made = await takeExport(await onExport(), () => undefined);
      toasts.success(
        made
          ? `${(made.rows ?? 0).toLocaleString('en-IN')} changes exported.`
          : 'This export is large. A notification tells you when the file is ready; it is kept in CSV exports.',
      );
    } catch (error) {
      toasts.error(error);
    }
    setBusy(false);
  }
  return (
    <Button disabled={disabled} loading={busy} onClick={() => void fetchFile()}>
      Export
    </Button>
  );
}
