import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import type { ListSort } from './list-address';
import './list.css';

export interface Column<T> {
  readonly name: string;
  readonly title: string;
  readonly width?: number | undefined;
  readonly align?: 'end' | undefined;
  readonly sortable?: boolean;
  /** Its cells have a pencil. */
  readonly quick?: boolean;
  /** Its cells are counts that open what they count: cards show them too. */
  readonly counts?: boolean;
  readonly cell: (row: T) => ReactNode;
}
export interface DataTableProps<T> {
  /** The table's content, for screen readers. */
  readonly label: string;
  /** The first one names the record, links to it and is sticky. */
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  readonly sort: readonly ListSort[];
  readonly onSort: (field: string) => void;
  readonly onOpen?: ((row: T, event: MouseEvent) => void) | undefined;
  /** Icon buttons of a row, shown on hover and focus, on touch screens always. */
  readonly actions?: ((row: T) => ReactNode) | undefined;
  /** The row selected with j and k. */
  readonly cursor?: number;
  readonly selection?: {
    readonly chosen: ReadonlySet<string | number>;
    readonly toggle: (key: string | number) => void;
    readonly toggleAll: () => void;
  };
  readonly loading?: boolean;
  readonly refreshing?: boolean;
  /** Names the group of a row: its name is shown above the first of its rows. */
  readonly groupOf?: ((row: T) => string) | undefined;
  /** Skeleton rows while loading. */
  readonly expected?: number;
}

/**
 * A plain table without a component per cell, so that 100 rows of 12 columns render in a few milliseconds. Header and first
 * column are sticky, rows are 40 pixels high, columns keep their width from page to page.
 */
export function DataTable<T>(props: DataTableProps<T>): ReactNode {
  const { columns, rows, sort, selection, loading, refreshing } = props;
  const roomy = props.actions !== undefined && columns.some(({ quick }) => quick);
  const least = columns.reduce((sum, column, index) => sum + widthOf(column, index), (selection ? 40 : 0) + (roomy ? room : 0));
  return (
    <div className="p-scroll" aria-busy={loading || refreshing || undefined}>
      <table
        className={`p-table${refreshing ? ' p-dim' : ''}${roomy ? ' p-roomy' : ''}`}
        style={{ minWidth: least }}
        aria-label={props.label}
      >
        <colgroup>
          {selection ? <col style={{ width: 48 }} /> : null}
          {columns.map((column, index) => (
            <col
              key={column.name}
              style={{ width: widthOf(column, index) + (roomy && index === columns.length - 1 ? room : 0) }}
            />
          ))}
          {props.actions ? <col style={{ width: 0 }} /> : null}
        </colgroup>
        <thead>
          <tr>
            {selection ? (
              <th className="p-check">
                <input
                  type="checkbox"
                  aria-label="Select the page"
                  disabled={loading || rows.length === 0}
                  checked={rows.length > 0 && rows.every((row) => selection.chosen.has(props.keyOf(row)))}
                  onChange={selection.toggleAll}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <Head key={column.name} column={column} sort={sort} onSort={props.onSort} />
            ))}
            {props.actions ? (
              <th className="p-row-end">
                <span className="p-visually-hidden">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {loading
            ? Array.from({ length: props.expected ?? 10 }, (_, index) => (
                <BoneRow key={index} columns={columns.length + (selection ? 1 : 0)} seed={index} />
              ))
            : rows.map((row, index) => (
                <Fragment key={props.keyOf(row)}>
                  <GroupRow name={groupName(rows, index, props.groupOf)} columns={columns.length + (selection ? 1 : 0)} />
                  <Row row={row} index={index} {...props} />
                </Fragment>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function Head<T>({
  column,
  sort,
  onSort,
}: {
  column: Column<T>;
  sort: readonly ListSort[];
  onSort: (field: string) => void;
}): ReactNode {
  const now = sort.find(({ field }) => field === column.name);
  return (
    <th
      scope="col"
      className={column.align === 'end' ? 'p-end' : undefined}
      aria-sort={now ? (now.down ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable ? (
        <button type="button" onClick={() => onSort(column.name)} className={now ? 'p-sorted' : undefined}>
          {column.title}
          <Icon name={now?.down ? 'down' : 'up'} size={14} />
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

/** Returns nothing: React would call what it returns, and some browsers return a promise. */
const comeIntoView = (row: HTMLElement | null): void => {
  row?.scrollIntoView?.({ block: 'nearest' });
};

function Row<T>({
  row,
  index,
  columns,
  keyOf,
  onOpen,
  actions,
  cursor,
  selection,
}: DataTableProps<T> & { row: T; index: number }): ReactNode {
  const key = keyOf(row);
  const chosen = selection?.chosen.has(key) ?? false;
  return (
    <tr
      ref={cursor === index ? comeIntoView : undefined}
      className={`${cursor === index ? 'p-cursor' : ''}${chosen ? ' p-chosen' : ''}`}
      aria-selected={selection ? chosen : undefined}
      onClick={
        onOpen
          ? (event) =>
              // a click in a dialog opened by a cell bubbles through the tree as well
              event.target instanceof Element &&
              event.currentTarget.contains(event.target) &&
              !event.target.closest('a, button, input, label') &&
              !window.getSelection()?.toString() &&
              onOpen(row, event)
          : undefined
      }
    >
      {selection ? (
        <td className="p-check">
          <input type="checkbox" aria-label="Select" checked={chosen} onChange={() => selection.toggle(key)} />
        </td>
      ) : null}
      {columns.map((column, at) =>
        at === 0 ? (
          <th key={column.name} scope="row">
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.name} className={column.align === 'end' ? 'p-end' : undefined}>
            {column.cell(row)}
          </td>
        ),
      )}
      {actions ? (
        <td className="p-row-end">
          <span className="p-row-actions">{actions(row)}</span>
        </td>
      ) : null}
    </tr>
  );
}

/** The name of the group that begins with this row. */
export function groupName<T>(rows: readonly T[], index: number, groupOf: ((row: T) => string) | undefined): string | undefined {
  const name = groupOf?.(rows[index]!);
  return index > 0 && name === groupOf?.(rows[index - 1]!) ? undefined : name;
}

function GroupRow({ name, columns }: { name: string | undefined; columns: number }): ReactNode {
  if (name === undefined) return null;
  return (
    <tr className="p-group">
      <th colSpan={columns} scope="rowgroup">
        {name}
      </th>
    </tr>
  );
}

function BoneRow({ columns, seed }: { columns: number; seed: number }): ReactNode {
  return (
    <tr className="p-bones">
      {Array.from({ length: columns }, (_, index) => (
        <td key={index}>
          <span className="p-bone" style={{ width: `${40 + ((seed * 7 + index * 13) % 40)}%` }} />
        </td>
      ))}
    </tr>
  );
}

/** What the actions of a row cover at its end: the last column is so much wider, so that its pencils can be reached. As in list.css. */
const room = 136;
const widthOf = <T,>(column: Column<T>, index: number): number => column.width ?? (index === 0 ? 240 : 170);
