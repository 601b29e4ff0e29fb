import type { ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { useMayDo } from '../../providers/rights';
import { callHistoryExport, type SummaryGroup } from '../../schemas/calls/call-history';
import type { AnyRow } from '../../schemas/kit/resource';
import { FileMenu } from '../../ui/actions/file-menu';

/** The figures as a file, for those who may export them. */
export function SummaryExport({
  query,
  group,
  disabled,
}: {
  query: Readonly<AnyRow>;
  group: SummaryGroup;
  disabled: boolean;
}): ReactNode {
  const may = useMayDo(callHistoryExport);
  if (!may('export')) return null;
  return (
    <FileMenu
      label="Export figures"
      text="Export figures"
      disabled={disabled}
      onExport={async (format) => (await call(callHistoryExport, { format, group, query })).data}
    />
  );
}
