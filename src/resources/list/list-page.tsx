import { Button } from 'antd';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { useMayDo } from '../../providers/rights';
import { rememberedChange } from '../../providers/remembered-change';
import { lastLead } from '../../providers/screens/list-on-page';
import { tabStored } from '../../providers/stored';
import { displayOf, hasJobs } from '../../schemas/kit/resource';
import { useKeys, type KeyAction, type KeyMap } from '../../ui/actions/use-keys';
import { MenuButton, type MenuChoice } from '../../ui/actions/menu-button';
import { Icon } from '../../ui/marks/icon';
import { lowerFirst } from '../../ui/marks/lower-first';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState, NoPermission } from '../../ui/page/states';
import { onDemand } from '../../ui/dialogs/on-demand';
import { useNarrow } from '../../ui/page/use-narrow';
import { ColumnChooser } from './column-chooser';
import { DataTable, type Column } from './data-table';
import { ExportMenu } from './export-menu';
import { FilterChips } from './filter-chips';
import { InlineHost } from './inline-host';
import { nextSort } from './list-address';
import { ListCards } from './list-cards';
import { Pager } from './pager';
import { SearchBox } from './search-box';
import { UnknownInAddress } from './unknown-in-address';
import type { List } from './use-list';
import { ViewsMenu } from './views-menu';

const BulkBar = onDemand('bulk-bar', () => import('./bulk-bar'), <div className="p-list-bar p-bulk" />);
const LastChange = onDemand('last-change', () => import('./last-change'));

export type ListRow = { readonly id: string | number; readonly lead_id?: unknown };

export interface ListPageProps<T extends ListRow> {
  readonly list: List<T>;
  readonly title: string;
  /** The selected columns in order; the first one names the record. */
  readonly columns: readonly Column<T>[];
  readonly onOpen?: ((row: T) => void) | undefined;
  /** Above the title, next to it, under it, and between header and list. */
  readonly crumb?: ReactNode;
  readonly figure?: ReactNode;
  readonly note?: ReactNode;
  readonly bar?: ReactNode;
  /** In the header: items before the menu, the menu's items, and the one primary action, which has the key n. */
  readonly actions?: ReactNode;
  readonly more?: readonly MenuChoice[];
  readonly add?: { readonly label: string; readonly open: () => void; readonly button?: Ref<HTMLButtonElement> } | undefined;
  /** The placeholder of the search box; without it from the title. */
  readonly searches?: string;
  /** Takes a text of the search box that lists several things to find. */
  readonly onMany?: (text: string) => boolean;
  /** In the list's bar, before the saved views: in which way the rows are shown. */
  readonly look?: ReactNode;
  /** The rows shown in another way than as a table; the list's bar stays. */
  readonly content?: ReactNode;
  /** Chips of the page, before the filters. */
  readonly chips?: ReactNode;
  /** Whether rows can be selected, and the page's buttons for selected rows, in addition to those of every list. */
  readonly selects: boolean;
  readonly bulk?: ReactNode;
  /** The empty state. If filters match nothing the list has its own text, unless this is a function of that. */
  readonly empty: ReactNode | ((narrowed: boolean) => ReactNode);
  /** Names the group of a row, in a list whose order keeps groups together. */
  readonly groupOf?: ((row: T) => string) | undefined;
  /** Icon buttons of a row, and the content of a card on a narrow screen. */
  readonly rowActions?: ((row: T) => ReactNode) | undefined;
  readonly card?: ((row: T) => ReactNode) | undefined;
  readonly cardMenu?: ((row: T) => ReactNode) | undefined;
  /** Keys in addition to those of every list, for the row selected with j and k. */
  readonly keys?: (row: T) => KeyMap;
}

/** The one list page: search, filters, saved views, columns, export, selection, cursor and keys, cards on a phone, pages. */
export function ListPage<T extends ListRow>(props: ListPageProps<T>): ReactNode {
  const { list, title, add, onOpen } = props;
  const may = useMayDo(list.resource);
  const searchBox = useRef<HTMLInputElement>(null);
  const cursor = useCursor(list, props);
  const searchable = list.resource.search?.length;
  useKeys({
    ...(props.content ? {} : cursor.keys),
    '/': searchable ? ['Search', () => searchBox.current?.focus()] : undefined,
    n: add ? [add.label, add.open] : undefined,
  });
  if (!may('list'))
    return (
      <PageFrame title={title}>
        <NoPermission to={list.resource} />
      </PageFrame>
    );
  return (
    <PageFrame
      title={title}
      total={list.total}
      totalExact={list.totalExact}
      fill
      scope={props.figure}
      crumb={props.crumb}
      note={props.note}
      bar={props.bar}
      actions={
        <>
          {props.actions}
          {hasJobs(list.resource) ? (
            <ExportMenu resource={list.resource} rows={{ query: list.query }} columns={list.columns.names} />
          ) : null}
          {props.more?.length ? (
            <MenuButton label="More" className="p-icon-button p-framed" choices={props.more}>
              <Icon name="more" />
            </MenuButton>
          ) : null}
          {add ? <AddButton {...add} /> : null}
        </>
      }
    >
      <div className="p-list">
        {list.selection.any ? (
          <BulkBar list={list}>{props.bulk}</BulkBar>
        ) : (
          <Bar
            list={list}
            chips={props.chips}
            look={props.look}
            onMany={props.onMany}
            isTable={!props.content}
            searches={props.searches ?? lowerFirst(title)}
            searchBox={searchBox}
          />
        )}
        {rememberedChange(list.resource.name) ? <LastChange resource={list.resource.name} /> : null}
        <InlineHost rows={list.rows}>{props.content ?? <Rows {...props} cursor={cursor.at} onOpen={onOpen} />}</InlineHost>
        {props.content || list.error || list.total === 0 ? null : <Pager page={list} />}
      </div>
    </PageFrame>
  );
}

function AddButton({ label, open, button }: NonNullable<ListPageProps<ListRow>['add']>): ReactNode {
  return (
    <Button ref={button} type="primary" icon={<Icon name="plus" size={14} />} onClick={open}>
      {label}
    </Button>
  );
}

/** Search, filters, saved views and columns. */
function Bar<T>({
  list: { resource, state, change, columns, clear },
  chips,
  look,
  isTable,
  onMany,
  searches,
  searchBox,
}: {
  list: List<T>;
  chips: ReactNode;
  look: ReactNode;
  isTable: boolean;
  onMany: ((text: string) => boolean) | undefined;
  searches: string;
  searchBox: Ref<HTMLInputElement>;
}): ReactNode {
  const narrow = useNarrow();
  return (
    <>
      <div className="p-list-bar">
        {resource.search?.length ? (
          <SearchBox
            key={resource.name}
            ref={searchBox}
            value={state.search}
            what={searches}
            onMany={onMany}
            onSearch={(search) => change({ search }, { replace: true })}
          />
        ) : null}
        <div className="p-list-filters">
          {chips}
          <FilterChips resource={resource} filters={state.filters} change={change} onClear={clear} />
        </div>
        <div className="p-list-tools">
          {look}
          <ViewsMenu resource={resource.name} />
          {narrow || !isTable ? null : <ColumnChooser resource={resource} columns={columns} />}
        </div>
      </div>
      <UnknownInAddress unknown={state.unknown} onDrop={() => change({}, { replace: true })} />
    </>
  );
}

/** The rows, or the empty state. */
function Rows<T extends ListRow>(props: ListPageProps<T> & { cursor: number }): ReactNode {
  const { list, title, columns, rowActions } = props;
  const narrow = useNarrow();
  const { page, after, before } = list.state;
  if (list.error)
    return (
      <ErrorState
        what={`${title} could not be loaded`}
        error={list.error}
        onRetry={list.retry}
        next={
          after || before ? (
            <button type="button" className="p-chip" onClick={() => list.change({ page: 1 }, { replace: true })}>
              First page
            </button>
          ) : null
        }
      />
    );
  const isPast = list.total && (page > 1 || after || before); // the pager leads back
  if (!list.loading && list.rows.length === 0 && !isPast) {
    if (typeof props.empty === 'function') return props.empty(list.narrowed);
    return list.narrowed ? <NothingFound onClear={list.clear} /> : props.empty;
  }
  const shown = {
    columns,
    rows: list.rows,
    keyOf: (row: T) => row.id,
    loading: list.loading,
    refreshing: list.refreshing,
    groupOf: props.groupOf,
    ...(props.selects ? { selection: list.selection } : {}),
  };
  return narrow ? (
    <ListCards {...shown} named={displayOf(list.resource)} card={props.card} menu={props.cardMenu} />
  ) : (
    <DataTable
      {...shown}
      label={title}
      sort={list.state.sort}
      onSort={(field) => list.change({ sort: nextSort(list.state.sort, field) })}
      onOpen={props.onOpen}
      actions={rowActions}
      cursor={props.cursor}
      expected={list.state.size}
    />
  );
}

function NothingFound({ onClear }: { onClear: () => void }): ReactNode {
  return (
    <EmptyState title="No rows match these filters" icon="search" next={<Button onClick={onClear}>Clear filters</Button>}>
      Remove a filter, or search for something shorter.
    </EmptyState>
  );
}

/** The row that the keys apply to, at first the lead from which the user returns, and the keys that move it and act on it. */
function useCursor<T extends ListRow>(
  { rows, selection }: List<T>,
  { onOpen, selects, keys }: Pick<ListPageProps<T>, 'onOpen' | 'selects' | 'keys'>,
): { readonly at: number; readonly keys: KeyMap } {
  const [moved, setMoved] = useState<number>();
  const [last] = useState(() => tabStored.read(lastLead));
  const at = moved ?? rows.findIndex((one) => last === String(one.lead_id ?? one.id));
  const row = rows[at];
  const move = (by: number) => () => setMoved(Math.max(0, Math.min(at + by, rows.length - 1)));
  const toggle: KeyAction = ['Select the row', row && (() => selection.toggle(row.id))];
  return {
    at,
    keys: {
      j: ['Next row', move(1)],
      k: ['Previous row', move(-1)],
      ArrowDown: ['Next row', move(1)],
      ArrowUp: ['Previous row', move(-1)],
      Enter: onOpen ? ['Open the row', row && (() => onOpen(row))] : undefined,
      x: selects ? toggle : undefined,
      ' ': selects ? toggle : undefined,
      ...(keys ? keysOfRow(keys, row, rows[0]) : {}),
    },
  };
}

/** The page's own keys; while no row is selected they only have their titles. */
function keysOfRow<T>(keys: (row: T) => KeyMap, row: T | undefined, first: T | undefined): KeyMap {
  if (row !== undefined) return keys(row);
  if (first === undefined) return {};
  return Object.fromEntries(Object.entries(keys(first)).map(([key, action]) => [key, action && ([action[0]] as const)]));
}
