import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, type To } from 'react-router';
import { Button } from 'antd';
import { useMayDo } from '../../providers/rights';
import { wholeQuery } from '../../providers/calls/list-work';
import { pluralOf, type AnyResource } from '../../schemas/kit/resource';
import { Icon } from '../../ui/marks/icon';
import { lowerFirst } from '../../ui/marks/lower-first';
import { MenuButton } from '../../ui/actions/menu-button';
import { useTools } from '../use-tools';
import { PlaceTabs } from '../place-tabs';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState, NoPermission } from '../../ui/page/states';
import { useKeys } from '../../ui/actions/use-keys';
import { useNarrow } from '../../ui/page/use-narrow';
import { useCameBack } from '../came-back';
import { textOf, type AnyRow } from '../kind-looks';
import { editPath, importPath, newPath, offers, recordPath, takesImport } from '../resource-paths';
import { crudFilter, useListPage } from '../use-list-page';
import { useRecordActions } from '../use-record-actions';
import { nextSort } from '../list-address';
import { BulkBar } from './bulk-bar';
import { ColumnChooser } from './column-chooser';
import { DataTable } from './data-table';
import { ExportMenu } from './export-menu';
import { FilterChips } from './filter-chips';
import { DeletedLink } from './deleted-link';
import { InlineCell, isQuick } from './inline-cell';
import { ListCards } from './list-cards';
import { pageNote } from '../page-note';
import { columnOf } from './list-columns';
import { Pager } from './pager';
import { RowActions, type RowOffer } from './row-actions';
import { RowMenu } from './row-menu';
import { SearchBox } from './search-box';
import { useListColumns } from './use-list-columns';
import { useSelection } from './use-selection';
import { ViewsMenu } from './views-menu';

type Row = AnyRow & { id: string | number };

/** The list of any resource, from its schema. Its forms open in front of it as child routes. */
export function ResourceList({
  resource,
  bar,
  addPath,
}: {
  resource: AnyResource;
  /** Under the title, in place of the tabs of places. */
  bar?: ReactNode;
  /** Where something is added, where that is not the generic form; the list's own address goes along. */
  addPath?: { readonly pathname: string; readonly search: string };
}): ReactNode {
  const may = useMayDo(resource);
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const [labels, setLabels] = useState('');
  const page = useListPage({ resource: resource.name, sort: defaultSort(resource), labels });
  const { state, rows, change } = page;
  const shownColumns = useListColumns(resource, page);
  const names = shownColumns.names.join();
  const wanted = shownColumns.names.filter((name) => !resource.columns?.includes(name)).join();
  if (wanted !== labels) setLabels(wanted); // references of further columns want their texts
  const query = useMemo(() => wholeQuery(state.filters.map(crudFilter), state.sort, state.search), [state]);
  const selection = useSelection(
    rows.map((row) => row.id),
    JSON.stringify(query),
  );
  const [cursor, setCursor] = useState(-1);
  const addButton = useCameBack('new');
  const searchBox = useRef<HTMLInputElement>(null);
  const title = pluralOf(resource);
  const mayCreate = offers(resource, 'create') && may('create');
  const toAdd = addPath ?? { pathname: newPath(resource), search: address };
  const mayRead = offers(resource, 'read') && may('read');
  const open = (row: Row): void => void navigate({ pathname: recordPath(resource, row.id), search: address });

  const mayUpdate = offers(resource, 'update') && may('update');
  const mayDelete = offers(resource, 'delete') && may('delete');
  const selects = may('export') && (mayUpdate || mayDelete);
  const does = useRecordActions(resource);
  const columns = useMemo(
    () =>
      names.split(',').map((name, index) =>
        columnOf<Row>(resource, name, index === 0, (row, cell) =>
          index === 0 ? (
            mayRead ? (
              <Link to={{ pathname: recordPath(resource, row.id), search: address }}>{cell}</Link>
            ) : (
              cell
            )
          ) : mayUpdate && isQuick(resource, name) ? (
            <InlineCell resource={resource} name={name} row={row}>
              {cell}
            </InlineCell>
          ) : (
            cell
          ),
        ),
      ),
    [resource, names, mayRead, mayUpdate, address],
  );
  const tools = useTools(resource, 'list');
  const at = rows[cursor];
  useKeys({
    '/': () => searchBox.current?.focus(),
    j: () => setCursor((now) => Math.min(now + 1, rows.length - 1)),
    k: () => setCursor((now) => Math.max(now - 1, 0)),
    ArrowDown: () => setCursor((now) => Math.min(now + 1, rows.length - 1)),
    ArrowUp: () => setCursor((now) => Math.max(now - 1, 0)),
    Enter: at && mayRead ? () => open(at) : undefined,
    ' ': at && selects ? () => selection.toggle(at.id) : undefined,
    x: at && selects ? () => selection.toggle(at.id) : undefined,
    e: at && mayUpdate ? () => void navigate({ pathname: editPath(resource, at.id), search: address }) : undefined,
    n: mayCreate ? () => void navigate(toAdd) : undefined,
  });

  if (!may('list'))
    return (
      <PageFrame title={title}>
        <NoPermission />
      </PageFrame>
    );
  const offer = (row: Row): RowOffer => ({
    resource,
    row,
    name: textOf(resource, columns[0]!.name, row),
    actions: does,
    mayUpdate,
    mayDelete,
    search: address,
  });
  const more = [
    ...(mayCreate && may('export') && takesImport(resource)
      ? [{ label: `Import ${lowerFirst(title)}`, choose: () => void navigate(importPath(resource)) }]
      : []),
    ...tools.choices,
  ];
  const shown = {
    columns,
    rows,
    keyOf: (row: Row) => row.id,
    loading: page.loading,
    refreshing: page.refreshing,
    ...(selects ? { selection } : {}),
  };
  return (
    <PageFrame
      title={title}
      total={page.total}
      totalExact={page.totalExact}
      scope={tools.figure}
      fill
      crumb={resource.menu?.under === 'Configuration' ? <Link to="/config">Configuration</Link> : undefined}
      note={pageNote(resource)}
      bar={bar ?? <PlaceTabs resource={resource} />}
      actions={
        <>
          <DeletedLink resource={resource} />
          <ExportMenu resource={resource} rows={{ query }} columns={shownColumns.names} />
          {more.length ? (
            <MenuButton label="More" className="p-icon-button p-framed" choices={more}>
              <Icon name="more" />
            </MenuButton>
          ) : null}
          {mayCreate ? (
            <Button ref={addButton} type="primary" icon={<Icon name="plus" size={14} />} onClick={() => void navigate(toAdd)}>
              Add {lowerFirst(resource.label)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="p-list">
        {selection.any ? (
          <BulkBar
            resource={resource}
            selection={selection}
            total={page.total}
            totalExact={page.totalExact}
            pageRows={rows.length}
            query={query}
          />
        ) : (
          <div className="p-list-bar">
            {resource.search?.length ? (
              <SearchBox
                key={resource.name}
                ref={searchBox}
                value={state.search}
                what={lowerFirst(title)}
                onSearch={(search) => change({ search }, { replace: true })}
              />
            ) : null}
            <FilterChips resource={resource} filters={state.filters} change={change} onClear={page.clear} />
            <div className="p-list-tools">
              <ViewsMenu resource={resource.name} />
              {narrow ? null : <ColumnChooser resource={resource} columns={shownColumns} />}
            </div>
          </div>
        )}
        {page.error ? (
          <ErrorState what={`${title} could not be loaded`} error={page.error} onRetry={page.retry} />
        ) : !page.loading && rows.length === 0 ? (
          <Nothing
            resource={resource}
            narrowed={page.narrowed}
            onClear={page.clear}
            create={mayCreate ? (addPath ?? newPath(resource)) : undefined}
          />
        ) : narrow ? (
          <ListCards {...shown} menu={(row) => <RowMenu {...offer(row)} />} />
        ) : (
          <DataTable
            {...shown}
            actions={mayUpdate || mayDelete ? (row) => <RowActions {...offer(row)} /> : undefined}
            label={title}
            sort={state.sort}
            onSort={(field) => change({ sort: nextSort(state.sort, field) })}
            onOpen={mayRead ? open : undefined}
            cursor={cursor}
            expected={state.size}
          />
        )}
        {page.error || page.total === 0 ? null : <Pager page={page} />}
      </div>
    </PageFrame>
  );
}

function Nothing({
  resource,
  narrowed,
  onClear,
  create,
}: {
  resource: AnyResource;
  narrowed: boolean;
  onClear: () => void;
  create: To | undefined;
}): ReactNode {
  const plural = lowerFirst(pluralOf(resource));
  if (narrowed)
    return (
      <EmptyState title="No rows match these filters" icon="search" next={<Button onClick={onClear}>Clear filters</Button>}>
        Take a filter off, or search for something shorter.
      </EmptyState>
    );
  return (
    <EmptyState
      title={`No ${plural} yet`}
      next={
        create ? (
          <Link to={create}>
            <Button type="primary" tabIndex={-1}>
              Add {lowerFirst(resource.label)}
            </Button>
          </Link>
        ) : null
      }
    >
      {create ? `Add the first one and it appears here.` : `There is nothing to show here.`}
    </EmptyState>
  );
}

/** The schema's order, remembered per resource so that the list's state keeps its identity. */
const orders = new WeakMap<AnyResource, { field: string; down: boolean }[]>();
function defaultSort(resource: AnyResource): { field: string; down: boolean }[] {
  let sort = orders.get(resource);
  if (!sort) {
    const order = resource.order;
    sort = order ? [{ field: order.replace(/^-/, ''), down: order.startsWith('-') }] : [];
    orders.set(resource, sort);
  }
  return sort;
}
