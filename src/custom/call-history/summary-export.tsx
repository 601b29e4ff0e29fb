import type { ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { useMayDo } from '../../providers/rights';
import { callHistoryExport } from '../../schemas/calls/call-history';
import { type SummaryGroup } from '../../schemas/kit/call-summary';
import type { List } from '../../resources/list/use-list';
import type { HistoryCall } from '../../schemas/leads/calls-history';
import { FileMenu } from '../../ui/actions/file-menu';

/** The figures as a file, for those who may export them. */
export function SummaryExport({
  query,
  group,
  disabled,
}: {
  query: List<HistoryCall>['query'];
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
