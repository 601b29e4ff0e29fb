import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { takeExport } from '../../providers/calls/list-work';
import { counted } from '../../schemas/kit/counted';
import type { ExportAnswer } from '../../schemas/calls/list-work';
import { toasts } from '../toasts/toasts';

/** Downloads what the page shows as a file; `of` names one row of it. */
export function ExportButton({
  of,
  label = 'Export',
  disabled,
  onExport,
}: {
  of: string;
  label?: string;
  disabled: boolean;
  onExport: () => Promise<ExportAnswer>;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  async function fetchFile(): Promise<void> {
    setBusy(true);
    try {
      const made = await takeExport(await onExport(), () => undefined);
      toasts.success(
        made
          ? `${counted(made.rows ?? 0, of)} exported.`
          : 'This export is large. A notification tells you when the file is ready; it is kept in CSV exports.',
      );
    } catch (error) {
      toasts.error(error);
    }
    setBusy(false);
  }
  return (
    <Button disabled={disabled} loading={busy} onClick={() => void fetchFile()}>
      {label}
    </Button>
  );
}
