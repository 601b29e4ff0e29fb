import { useState, type ReactNode } from 'react';
import { takeExport } from '../../providers/calls/list-work';
import type { ExportAnswer } from '../../schemas/calls/list-work';
import { counted } from '../../schemas/kit/counted';
import { Icon } from '../marks/icon';
import { toasts } from '../toasts/toasts';
import { MenuButton, type MenuChoice } from './menu-button';

/** The choice of a file: CSV or XLSX, and what else a page offers there. */
export function FileMenu({
  label,
  text = 'Export',
  mayExport = true,
  more = [],
  disabled,
  onExport,
}: {
  label: string;
  text?: string;
  mayExport?: boolean;
  more?: readonly MenuChoice[];
  disabled: boolean;
  onExport: (format: 'csv' | 'xlsx') => Promise<ExportAnswer>;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  async function write(format: 'csv' | 'xlsx'): Promise<void> {
    setBusy(true);
    try {
      const made = await takeExport(await onExport(format), () => undefined);
      toasts.success(made ? `${counted(made.rows ?? 0, 'row')} exported.` : 'A notification tells you when the file is ready.');
    } catch (error) {
      toasts.error(error);
    }
    setBusy(false);
  }
  const files = [
    { label: 'Export as CSV', choose: () => void write('csv') },
    { label: 'Export as XLSX', choose: () => void write('xlsx') },
  ];
  return (
    <MenuButton
      label={busy ? 'Exporting…' : label}
      className="p-chip"
      choices={disabled || busy ? [] : [...(mayExport ? files : []), ...more]}
    >
      <Icon name="download" size={14} /> {busy ? 'Exporting…' : text}
    </MenuButton>
  );
}
