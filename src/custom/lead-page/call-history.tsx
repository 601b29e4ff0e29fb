import { useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useCall } from '../../providers/calls/use-call';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { DataTable, type Column } from '../../resources/list/data-table';
import { FilterChips } from '../../resources/list/filter-chips';
import { nextSort } from '../../resources/list/list-address';
import { ListCards } from '../../resources/list/list-cards';
import { Pager } from '../../resources/list/pager';
import { UnknownInAddress } from '../../resources/list/unknown-in-address';
import { useList } from '../../resources/list/use-list';
import { dialerCall } from '../../schemas/calls/dialer';
import { leadCallFigures } from '../../schemas/calls/lead-page';
import type { ListFilter } from '../../schemas/kit/list-query';
import type { Call, calls } from '../../schemas/leads/calls';
import type { Lead } from '../../schemas/leads/leads';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import { lengthText } from '../../ui/time/length-text';
import { CallCard, callColumns } from './call-columns';
import { Tiles } from './tiles';

/** The tab 'call-history': figures, and every call with its recording. */
export default function CallHistory({ lead }: { lead: Lead }): ReactNode {
  const { resource } = useResourceNow('calls', useLocation().key);
  return isOf<typeof calls>(resource, 'calls') ? <Calls resource={resource} lead={lead} /> : null;
}

function Calls({ resource: whole, lead }: { resource: typeof calls; lead: Lead }): ReactNode {
  const leadId = String(lead.id);
  const mayCall = useMayChangeLead(leadId, dialerCall, 'create');
  const columns = useMemo(() => callColumns(lead, mayCall), [lead, mayCall]);
  const resource = useMemo(() => ({ ...whole, filter: offered }), [whole]);
  const fixed = useMemo((): readonly ListFilter[] => [{ field: 'lead_id', operator: 'eq', values: [leadId] }], [leadId]);
  const list = useList({ resource, fixed, columns: useMemo(() => columns.map(({ name }) => name), [columns]), size: 25 });
  return (
    <>
      <Figures leadId={leadId} />
      <div className="lp-list-bar">
        <FilterChips resource={resource} filters={list.state.filters} change={list.change} onClear={list.clear} />
        <UnknownInAddress unknown={list.state.unknown} onDrop={() => list.change({}, { replace: true })} />
      </div>
      {list.error ? (
        <ErrorState what="The calls could not be loaded" error={list.error} onRetry={list.retry} />
      ) : !list.loading && list.rows.length === 0 ? (
        <EmptyState title={list.narrowed ? 'No calls match these filters' : 'No calls yet'} icon="phone">
          {list.narrowed ? 'Remove a filter to see the others.' : 'Calls with this lead appear here with their recordings.'}
        </EmptyState>
      ) : (
        <Rows list={list} columns={columns} />
      )}
      {list.error || list.total === 0 ? null : <Pager page={list} />}
    </>
  );
}

function Rows({
  list,
  columns,
}: {
  list: ReturnType<typeof useList<typeof calls>>;
  columns: readonly Column<Call>[];
}): ReactNode {
  const narrow = useNarrow();
  const shown = {
    columns,
    rows: list.rows,
    keyOf: (row: Call) => row.id,
    loading: list.loading,
    refreshing: list.refreshing,
  };
  if (narrow) return <ListCards {...shown} card={(row) => <CallCard row={row} columns={columns} />} />;
  return (
    <DataTable
      {...shown}
      label="Calls"
      sort={list.state.sort}
      onSort={(field) => list.change({ sort: nextSort(list.state.sort, field) })}
      expected={6}
    />
  );
}

const offered = ['direction', 'outcome', 'user_id', 'started_at'] as const;

function Figures({ leadId }: { leadId: string }): ReactNode {
  const { data } = useCall(leadCallFigures, { id: leadId }, { retry: false });
  const hour = data?.best_hour;
  return (
    <Tiles
      label="Call figures"
      tiles={[
        ['Calls made', data && String(data.dialled ?? '–')],
        ['Connected', data && String(data.connected ?? '–')],
        ['Missed from the lead', data && String(data.missed ?? '–')],
        ['Talk time', data && (data.talk_s === null ? '–' : lengthText(data.talk_s))],
        ['Best hour to call', data && (typeof hour === 'number' ? `${hour}:00–${hour + 1}:00` : '–')],
      ]}
    />
  );
}
