import { useState, type ReactNode } from 'react';
import { callRow, type CallValues } from '../../providers/calls/call';
import { takeExport } from '../../providers/calls/list-work';
import { useMayDo } from '../../providers/rights';
import { reportExport } from '../../schemas/calls/list-work';
import { counted } from '../../schemas/kit/counted';
import { MenuButton } from '../../ui/actions/menu-button';
import { Icon } from '../../ui/marks/icon';
import { toasts } from '../../ui/toasts/toasts';

/** The table as a file, or on paper; the rows behind a number are exported in their own list. */
export function ReportExport({ report, query, disabled }: { report: string; query: CallValues; disabled: boolean }): ReactNode {
  const may = useMayDo(`report-${report}`);
  const [busy, setBusy] = useState(false);
  async function write(format: 'csv' | 'xlsx'): Promise<void> {
    setBusy(true);
    try {
      const made = await takeExport(await callRow(reportExport, { report, format, query }), () => undefined);
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
      label={busy ? 'Exporting…' : 'Export and print'}
      className="p-chip"
      choices={disabled || busy ? [] : [...(may('export') ? files : []), { label: 'Print', choose: () => window.print() }]}
    >
      <Icon name="download" size={14} /> {busy ? 'Exporting…' : 'Export'}
    </MenuButton>
  );
}
