import { Button } from 'antd';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { CrudFilter } from '@refinedev/core';
import { wholeQuery } from '../../providers/calls/list-work';
import { useStageColor } from '../../providers/calls/lead-calls';
import { useMayDo } from '../../providers/rights';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { useSession } from '../../providers/session/session';
import { useResource } from '../../providers/screens/use-resource';
import { BulkBar } from '../../resources/list/bulk-bar';
import { DataTable } from '../../resources/list/data-table';
import { ExportMenu } from '../../resources/list/export-menu';
import { FilterChips } from '../../resources/list/filter-chips';
import { Pager } from '../../resources/list/pager';
import { SearchBox } from '../../resources/list/search-box';
import { useSelection } from '../../resources/list/use-selection';
import { ViewsMenu } from '../../resources/list/views-menu';
import { nextSort } from '../../resources/list-address';
import { crudFilter, useListPage } from '../../resources/use-list-page';
import { leadReassign, leadViews, type LeadView } from '../../schemas/calls/leads';
import type { Lead, leads } from '../../schemas/leads/leads';
import { Chip } from '../../ui/marks/chips';
import { Icon } from '../../ui/marks/icon';
import { MenuButton } from '../../ui/actions/menu-button';
import { PageFrame } from '../../ui/page/page-frame';
import { ErrorState } from '../../ui/page/states';
import { useKeys } from '../../ui/actions/use-keys';
import { useNarrow } from '../../ui/page/use-narrow';
import { onDemand } from '../../ui/dialogs/on-demand';
import { AddLead } from './add-lead';
import { useAllocations } from './allocations';
import { LeadCards } from './lead-cards';
import { leadName } from '../../ui/leads/lead-text';
import { leadColumns } from './lead-columns';
import { leadPath } from '../../schemas/kit/lead-page';
import { LeadRowActions } from './lead-row-actions';
import './leads.css';
import { NoLeads } from './no-leads';
import { QuickViews } from './quick-views';
import { ReferralAnswer, useReferrals } from './referral-answer';
import { useLeadColumns } from './use-lead-columns';
import { useStar } from './use-star';

const AllocateDialog = onDemand('allocate-dialog', async () => ({ default: (await import('./allocate-dialog')).AllocateDialog }));
const ReassignDialog = onDemand('reassign-dialog', async () => ({ default: (await import('./reassign-dialog')).ReassignDialog }));
const newestFirst = [{ field: 'created_at', down: true }];
const own = ['type', 'view', 'n_id'] as const;
const titles = { all: 'Leads', fav: 'Favourite leads', 'assigned-leads': 'Assigned leads' } as const;

/** /leads?type=all|fav|assigned-leads&view=…: every lead the user may touch. */
export default function LeadsPage(): ReactNode {
  const navigate = useNavigate();
  const narrow = useNarrow();
  const resource = useResource('leads')?.resource;
  const colorOf = useStageColor();
  const entityName = useSession()?.persisted.tenant.entity_name ?? 'College';
  const { type, view, told, choose } = useView();
  const fixed = useMemo(() => fixedFilters(type, view, told), [type, view, told]);
  const [labels, setLabels] = useState('');
  const page = useListPage<typeof leads>({ resource: 'leads', sort: newestFirst, fixed, keep: own, labels });
  const { state, rows, change } = page;
  const [cursor, setCursor] = useState(-1);
  const [adding, setAdding] = useState(false);
  const [allocating, setAllocating] = useState<readonly string[]>();
  const [giving, setGiving] = useState<readonly { id: string; name: string }[]>();
  const searchBox = useRef<HTMLInputElement>(null);
  const star = useStar();

  const query = useMemo(() => wholeQuery([...fixed, ...state.filters.map(crudFilter)], state.sort, state.search), [fixed, state]);
  const selection = useSelection(
    rows.map((lead) => lead.id),
    JSON.stringify(query),
  );
  const may = useMayDo('leads');
  const mayUpdate = may('update');
  const mayCreate = may('create');
  const mayReassign = useMayDo(leadReassign)('update');
  const mayAllocate = useAllocations().length > 0;
  const mayUpload = useMayDo('/upload-csv-lead')('open');
  const at = rows[cursor];
  const selects = mayReassign || mayAllocate || (mayUpdate && may('export'));
  const move = (by: number) => () => setCursor((now) => Math.max(0, Math.min(now + by, rows.length - 1)));
  useKeys({
    '/': () => searchBox.current?.focus(),
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    Enter: at ? () => void navigate(leadPath(at.id)) : undefined,
    s: at && mayUpdate ? () => openLeadStage({ leadId: String(at.id) }) : undefined,
    x: at && selects ? () => selection.toggle(at.id) : undefined,
    ' ': at && selects ? () => selection.toggle(at.id) : undefined,
    n: mayCreate ? () => setAdding(true) : undefined,
  });
  const designed = useMemo(() => leadColumns({ entityName, colorOf, onStar: star }), [entityName, colorOf, star]);
  const { columns, chooser, names } = useLeadColumns(resource, page, designed, labels, setLabels);
  const give = mayReassign ? (lead: Lead) => setGiving([{ id: String(lead.id), name: leadName(lead) }]) : undefined;

  const referrals = useReferrals(type === 'assigned-leads');
  const answer =
    type === 'assigned-leads' ? (lead: Lead) => <ReferralAnswer referral={referrals.get(String(lead.id))} /> : undefined;

  return (
    <PageFrame
      title={titles[type]}
      total={page.total}
      totalExact={page.totalExact}
      fill
      actions={
        <>
          {resource ? <ExportMenu resource={resource} rows={{ query }} columns={names} /> : null}
          {mayUpload ? (
            <MenuButton
              label="More"
              className="p-icon-button ld-more"
              choices={[{ label: 'Upload Lead CSV', choose: () => void navigate('/upload-csv-lead') }]}
            >
              <Icon name="more" />
            </MenuButton>
          ) : null}
          {mayCreate ? (
            <Button type="primary" icon={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
              Add lead
            </Button>
          ) : null}
        </>
      }
      bar={<QuickViews view={view} onView={(next) => choose({ view: next })} counting={!page.loading} />}
    >
      <div className="p-list">
        {selection.any && resource ? (
          <BulkBar
            resource={resource}
            selection={selection}
            total={page.total}
            totalExact={page.totalExact}
            pageRows={rows.length}
            query={query}
          >
            {mayReassign ? (
              <Button
                size="small"
                type="text"
                icon={<Icon name="users" size={14} />}
                onClick={() => setGiving([...selection.chosen].map((id) => ({ id: String(id), name: nameById(rows, id) })))}
              >
                Re-assign
              </Button>
            ) : null}
            {mayAllocate ? (
              <Button
                size="small"
                type="text"
                icon={<Icon name="flag" size={14} />}
                onClick={() => setAllocating([...selection.chosen].map(String))}
              >
                Allocate
              </Button>
            ) : null}
          </BulkBar>
        ) : (
          <div className="p-list-bar">
            <SearchBox
              ref={searchBox}
              value={state.search}
              what="name, phone, email"
              onSearch={(search) => change({ search }, { replace: true })}
            />
            <div className="ld-filters">
              <Chip on={type === 'fav'} onClick={() => choose({ type: type === 'fav' ? 'all' : 'fav' })}>
                <Icon name="star" size={14} /> Favourites
              </Chip>
              {resource ? (
                <FilterChips resource={resource} filters={state.filters} change={change} onClear={page.clear} />
              ) : (
                <div className="p-chips" />
              )}
            </div>
            <div className="p-list-tools">
              <ViewsMenu resource="leads" />
              {narrow ? null : chooser}
            </div>
          </div>
        )}
        {page.error ? (
          <ErrorState what="Leads could not be loaded" error={page.error} onRetry={page.retry} />
        ) : !page.loading && rows.length === 0 ? (
          <NoLeads
            narrowed={page.narrowed || view !== 'all' || type !== 'all'}
            type={type}
            onClear={() => choose({ view: 'all', type: 'all', clear: true })}
            onAdd={mayCreate ? () => setAdding(true) : undefined}
          />
        ) : narrow ? (
          <LeadCards leads={rows} loading={page.loading} dim={page.refreshing} colorOf={colorOf} foot={answer} />
        ) : (
          <DataTable
            label={titles[type]}
            columns={columns}
            rows={rows}
            keyOf={(lead) => lead.id}
            sort={state.sort}
            onSort={(field) => change({ sort: nextSort(state.sort, field) })}
            onOpen={(lead) => void navigate(leadPath(lead.id))}
            actions={(lead) => (
              <LeadRowActions lead={lead} mayUpdate={mayUpdate} onReassign={give}>
                {answer?.(lead)}
              </LeadRowActions>
            )}
            cursor={cursor}
            loading={page.loading}
            refreshing={page.refreshing}
            expected={state.size}
            {...(selects ? { selection } : {})}
          />
        )}
        {page.error ? null : <Pager page={page} />}
      </div>
      {adding ? <AddLead onClose={() => setAdding(false)} /> : null}
      {allocating ? (
        <AllocateDialog
          leadIds={allocating}
          onClose={(done) => {
            setAllocating(undefined);
            if (done) selection.clear();
          }}
        />
      ) : null}
      {giving ? (
        <ReassignDialog
          leads={giving}
          onClose={(done) => {
            setGiving(undefined);
            if (done) selection.clear();
          }}
        />
      ) : null}
    </PageFrame>
  );
}

const nameById = (rows: readonly Lead[], id: string | number): string => {
  const lead = rows.find((one) => one.id === id);
  return lead ? leadName(lead) : 'a lead of another page';
};

type ListType = keyof typeof titles;

/** Type and view stand in the address beside the list's own state; changing one goes back to the first page. */
function useView(): {
  type: ListType;
  view: LeadView;
  /** The notification whose leads are asked for (D-079). */
  told: string | null;
  choose: (to: { type?: ListType; view?: LeadView; clear?: boolean }) => void;
} {
  const [query, setQuery] = useSearchParams();
  const type = query.get('type') ?? 'all';
  const view = query.get('view') ?? 'all';
  return {
    type: type === 'fav' || type === 'assigned-leads' ? type : 'all',
    view: leadViews.find((one) => one === view) ?? 'all',
    told: type === 'assigned-leads' ? query.get('n_id') : null,
    choose: (to) => {
      const next = new URLSearchParams(to.clear ? [] : query);
      for (const name of ['page', 'after', 'before']) next.delete(name);
      next.set('type', to.type ?? type);
      if (to.type && to.type !== type) next.delete('n_id');
      if ((to.view ?? view) === 'all') next.delete('view');
      else next.set('view', to.view ?? view);
      setQuery(next);
    },
  };
}
function fixedFilters(type: ListType, view: LeadView, told: string | null): CrudFilter[] {
  return [
    { field: 'type', operator: 'eq', value: type },
    ...(view === 'all' ? [] : [{ field: 'view', operator: 'eq' as const, value: view }]),
    ...(told ? [{ field: 'n_id', operator: 'eq' as const, value: told }] : []),
  ];
}
