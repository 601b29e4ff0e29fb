import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Button } from 'antd';
import { useMayDo } from '../../providers/who';
import { kindAt } from '../../kinds/kind-of';
import { keyOf, pluralOf, type AnyResource } from '../../schemas/kit/resource';
import { Icon } from '../../ui/icon';
import { PageFrame } from '../../ui/page-frame';
import { EmptyState, ErrorState, NoPermission } from '../../ui/states';
import { useKeys } from '../../ui/use-keys';
import { useNarrow } from '../../ui/use-narrow';
import { cellOf, columnTitle, textOf, type AnyRow } from '../kind-looks';
import { editPath, newPath, offers, recordPath } from '../resource-paths';
import { useListPage } from '../use-list-page';
import { nextSort } from '../list-address';
import { DataTable, type Column } from './data-table';
import { FilterChips } from './filter-chips';
import { ListCards } from './list-cards';
import { Pager } from './pager';
import { RowActions } from './row-actions';
import { SearchBox } from './search-box';

type Row = AnyRow & { id: string | number };

/** The list of any resource, from its schema. Its forms open in front of it as child routes. */
export function ResourceList({ resource }: { resource: AnyResource }): ReactNode {
  const may = useMayDo(resource);
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const page = useListPage<Row>({ resource: resource.name, sort: defaultSort(resource) });
  const { state, rows, change } = page;
  const [cursor, setCursor] = useState(-1);
  const searchBox = useRef<HTMLInputElement>(null);
  const title = pluralOf(resource);
  const mayCreate = offers(resource, 'create') && may('create');
  const mayRead = offers(resource, 'read') && may('read');
  const open = (row: Row): void => void navigate({ pathname: recordPath(resource, row.id), search: address });

  const columns = useMemo(
    () =>
      columnsOf(resource, (row, cell) =>
        mayRead ? <Link to={{ pathname: recordPath(resource, row.id), search: address }}>{cell}</Link> : cell,
      ),
    [resource, mayRead, address],
  );
  const at = rows[cursor];
  useKeys({
    '/': () => searchBox.current?.focus(),
    j: () => setCursor((now) => Math.min(now + 1, rows.length - 1)),
    k: () => setCursor((now) => Math.max(now - 1, 0)),
    ArrowDown: () => setCursor((now) => Math.min(now + 1, rows.length - 1)),
    ArrowUp: () => setCursor((now) => Math.max(now - 1, 0)),
    Enter: at && mayRead ? () => open(at) : undefined,
    e:
      at && offers(resource, 'update') && may('update')
        ? () => void navigate({ pathname: editPath(resource, at.id), search: address })
        : undefined,
    n: mayCreate ? () => void navigate({ pathname: newPath(resource), search: address }) : undefined,
  });

  if (!may('list'))
    return (
      <PageFrame title={title}>
        <NoPermission />
      </PageFrame>
    );
  const actions = (row: Row): ReactNode => (
    <RowActions resource={resource} row={row} name={textOf(resource, columns[0]!.name, row)} />
  );
  const shown = { columns, rows, keyOf: (row: Row) => row.id, loading: page.loading, refreshing: page.refreshing, actions };
  return (
    <PageFrame
      title={title}
      total={page.total}
      totalExact={page.totalExact}
      fill
      crumb={resource.menu?.under === 'Configuration' ? <Link to="/config">Configuration</Link> : undefined}
      actions={
        mayCreate ? (
          <Button
            type="primary"
            icon={<Icon name="plus" size={14} />}
            onClick={() => void navigate({ pathname: newPath(resource), search: address })}
          >
            Add {lowerFirst(resource.label)}
          </Button>
        ) : null
      }
    >
      <div className="p-list">
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
        </div>
        {page.error ? (
          <ErrorState what={`${title} could not be loaded`} error={page.error} onRetry={page.retry} />
        ) : !page.loading && rows.length === 0 ? (
          <Nothing
            resource={resource}
            narrowed={page.narrowed}
            onClear={page.clear}
            create={mayCreate ? newPath(resource) : undefined}
          />
        ) : narrow ? (
          <ListCards {...shown} />
        ) : (
          <DataTable
            {...shown}
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
  create: string | undefined;
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

function columnsOf(resource: AnyResource, link: (row: Row, cell: ReactNode) => ReactNode): Column<Row>[] {
  const names = resource.columns?.length ? resource.columns : [keyOf(resource).name];
  return names.map((name, index) => {
    const { kind } = kindAt(resource, name);
    return {
      name,
      title: columnTitle(resource, name),
      width: index === 0 ? undefined : (resource.ui?.[name]?.width ?? widthFor(kind.width, columnTitle(resource, name))),
      align: index === 0 ? undefined : kind.align,
      sortable: resource.sort?.includes(name) ?? false,
      cell: (row) => (index === 0 ? link(row, cellOf(resource, name, row)) : cellOf(resource, name, row)),
    };
  });
}

/** A head is never cut: some 7.5 pixels a letter, the sort arrow and the padding. */
const widthFor = (wanted: number | undefined, title: string): number | undefined =>
  wanted === undefined ? undefined : Math.max(wanted, Math.round(title.length * 7.5) + 46);

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

/** 'SMS template' keeps its capitals, 'Lead stage' becomes 'lead stage'. */
const lowerFirst = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);
