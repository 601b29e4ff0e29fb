import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ExportAnswer } from '../../schemas/calls/list-work';
import { toasts } from '../../ui/toasts';

/** Fetches the file of what was searched for last. */
export function ExportButton({ disabled, onExport }: { disabled: boolean; onExport: () => Promise<ExportAnswer> }): ReactNode {
  const [busy, setBusy] = useState(false);
  async function fetchFile(): Promise<void> {
    setBusy(true);
    try {
      const { url, file_name: name, rows } = await onExport();
      const link = document.createElement('a');
      link.href = url ?? '';
      link.download = name ?? '';
      link.click();
      toasts.success(`${rows.toLocaleString('en-IN')} changes exported.`);
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
