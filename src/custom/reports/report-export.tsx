import type { ReactNode } from 'react';
import { callRow } from '../../providers/calls/call';
import { useMayDo } from '../../providers/rights';
import { reportExport } from '../../schemas/calls/list-work';
import { FileMenu } from '../../ui/actions/file-menu';
import type { exportQueryOf } from './report-state';

/** The table as a file, or on paper; the rows behind a number are exported in their own list. */
export function ReportExport({
  report,
  query,
  disabled,
}: {
  report: string;
  query: ReturnType<typeof exportQueryOf>;
  disabled: boolean;
}): ReactNode {
  const may = useMayDo(`report-${report}`);
  return (
    <FileMenu
      label="Export and print"
      mayExport={may('export')}
      more={[{ label: 'Print', choose: () => window.print() }]}
      disabled={disabled}
      onExport={(format) => callRow(reportExport, { report, format, query })}
    />
  );
}
