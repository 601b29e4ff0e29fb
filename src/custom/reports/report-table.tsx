import { Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ability } from '../../providers/rights';
import type { DimensionValues } from '../../schemas/kit/cells';
import { writeValues } from '../../schemas/kit/write-cell';
import { counted } from '../../schemas/kit/counted';
import type { ReportTable as Answer, ShownCell, ShownColumn } from '../../schemas/kit/report';
import { Icon } from '../../ui/marks/icon';
import { cellLink } from '../../resources/board/cell-links';
import { changeOf, numberText, ratioText } from '../../resources/board/number-text';
import { closedRows, flatRows, heatOf, leavesOf, type FlatRow } from './report-rows';

export interface ReportTableProps {
  readonly table: Answer;
  readonly label: string;
  /** What the rows are: 'Team and user'. */
  readonly rowTitle: string;
  readonly heat: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** The numbers: header and first column stay visible, the total is above the rows, every number opens its rows. */
export function ReportTable({ table, label, rowTitle, heat, sort, onSort }: ReportTableProps): ReactNode {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const closed = closedRows(table.rows, toggled);
  const rows = flatRows(table.rows, table.columns, sort, closed);
  const heats = table.columns.map((column, at) => (heat && column.unit !== 'moment' ? heatOf(rows, at) : () => 0));
  const leaves = leavesOf(table.rows);
  const toggle = (path: string): void =>
    setToggled((now) => (now.has(path) ? new Set([...now].filter((one) => one !== path)) : new Set([...now, path])));
  const places = placesOf(table);
  const numbersAt = (at: readonly number[], cells: readonly ShownCell[], values: DimensionValues): ReactNode =>
    at.map((one) => {
      const [column, cell] = [table.columns[one]!, cells[one]!];
      const number = <Number key={column.key} cell={cell} column={column} link={cellLink(column, values, table)} />;
      return at.length > 1 ? (
        <span key={column.key} className="rp-line" title={`${column.title}: ${column.over}`}>
          {number}
        </span>
      ) : (
        number
      );
    });
  return (
    <div className="rp-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="rp-table">
        <thead>
          <tr>
            <Head title={rowTitle} name="title" sort={sort} onSort={onSort} />
            {places.map((place) => (
              <Head key={place.key} {...headOf(table, place)} sort={sort} onSort={onSort} />
            ))}
          </tr>
          <tr className="rp-total">
            <th scope="row">Total · {counted(leaves, 'row')}</th>
            {places.map(({ key, at }) => (
              <td key={key}>{numbersAt(at, table.totals, {})}</td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((flat) => (
            <tr key={flat.path} className={flat.row.rows ? 'rp-group' : ''}>
              <th scope="row" className={`rp-depth-${flat.depth}`}>
                <RowTitle flat={flat} days={table} isClosed={closed.has(flat.path)} onToggle={() => toggle(flat.path)} />
              </th>
              {places.map(({ key, at: [first = 0, ...others] }) => {
                const { away } = flat.row.cells[first] ?? { away: undefined };
                const heatClass = flat.row.rows ? '' : `rp-heat-${heats[first]?.(flat) ?? 0}`;
                return (
                  <td key={key} className={away ? `${heatClass} rp-away` : heatClass} title={away}>
                    {numbersAt([first, ...others], flat.row.cells, flat.values)}
                    {away ? <span className="p-visually-hidden">{away}</span> : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A column of the page: the places of its numbers. */
interface Place {
  readonly key: string;
  readonly at: readonly number[];
}

function placesOf({ columns, stacked }: Answer): Place[] {
  const places = new Map<string, number[]>();
  for (const [at, { key, by }] of columns.entries()) {
    const name = stacked && by ? `${by.dimension}-${by.value}` : key;
    places.set(name, [...(places.get(name) ?? []), at]);
  }
  return [...places].map(([key, at]) => ({ key, at }));
}

function headOf({ columns }: Answer, { at }: Place): Pick<HeadProps, 'title' | 'name' | 'over' | 'definition' | 'isHour'> {
  const shown = at.flatMap((one) => columns[one] ?? []);
  const [first] = shown;
  if (!first) return { title: '', name: '' };
  const { key, title, over, definition, by } = first;
  const isHour = by?.dimension === 'work_hour';
  const means = shown.map((one) => `${one.over}: ${one.definition}`).join(' ');
  if (shown.length > 1) return { title, name: key, isHour, definition: means };
  // The tab says which measure the hours are of.
  return { title, name: key, isHour, definition, ...(over && !isHour ? { over } : {}) };
}

type Days = Pick<Answer, 'from' | 'to'>;
const homeOf = (user: string, { from, to }: Days): URLSearchParams =>
  new URLSearchParams({ from, to, filters: writeValues({ user: [user] }) });

function RowTitle({
  flat,
  days,
  isClosed,
  onToggle,
}: {
  flat: FlatRow;
  days: Days;
  isClosed: boolean;
  onToggle: () => void;
}): ReactNode {
  const { title, rows, dimension, value } = flat.row;
  if (!rows && dimension === 'user' && value !== '' && ability.can('open', 'report-home-dashboard'))
    return (
      <Link className="p-cut" to={`/caller-dashboard-report?${homeOf(value, days).toString()}`}>
        {title}
      </Link>
    );
  if (!rows) return <span className="p-cut">{title}</span>;
  return (
    <button type="button" className="rp-toggle" aria-expanded={!isClosed} onClick={onToggle}>
      <span className={isClosed ? 'rp-arrow rp-closed' : 'rp-arrow'}>
        <Icon name="open" size={14} />
      </span>
      <span className="p-cut">{title}</span> <span className="p-quiet">· {rows.length}</span>
    </button>
  );
}

interface HeadProps {
  readonly title: string;
  readonly name: string;
  readonly over?: string;
  readonly definition?: string;
  readonly isHour?: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** The largest first, then the smallest, then as the server sends the rows. */
function Head({ title, name, over, definition, isHour, sort, onSort }: HeadProps): ReactNode {
  const [first, second] = name === 'title' ? [name, `-${name}`] : [`-${name}`, name];
  const next = sort === first ? second : sort === second ? '' : first;
  const isSorted = sort === first || sort === second;
  return (
    <th
      scope="col"
      className={isHour ? 'rp-hour' : ''}
      aria-sort={isSorted ? (sort.startsWith('-') ? 'descending' : 'ascending') : 'none'}
    >
      <span className="rp-head">
        <button type="button" className="rp-sort" title={isHour ? definition : undefined} onClick={() => onSort(next)}>
          {over ? <span className="rp-over">{over}</span> : null}
          {title}
          {isSorted ? <Icon name={sort.startsWith('-') ? 'down' : 'up'} size={12} /> : null}
        </button>
        {definition ? (
          <Tooltip title={definition} trigger={['hover', 'focus', 'click']}>
            <button type="button" className="rp-what" aria-label={`What ${title} means`}>
              <Icon name="question" size={12} />
            </button>
          </Tooltip>
        ) : null}
      </span>
    </th>
  );
}

function Number({ cell, column, link }: { cell: ShownCell; column: ShownColumn; link: string | undefined }): ReactNode {
  const text = numberText(cell.value, column.unit);
  const ratio = ratioText(cell, column.unit);
  const change = changeOf(cell, column.unit);
  const opens = link && cell.value !== null && (cell.value !== 0 || Boolean(cell.of?.[0]));
  return (
    <>
      {opens ? (
        <Link to={link} title={ratio}>
          {text}
        </Link>
      ) : (
        <span className="rp-plain" title={ratio}>
          {text}
        </span>
      )}
      {change ? (
        <span className={change.up === (column.lessIsBetter ?? false) ? 'rp-change rp-worse' : 'rp-change rp-better'}>
          {change.up ? '↑' : '↓'} {change.text}
        </span>
      ) : null}
    </>
  );
}
