import { Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { indianNumber } from '../../schemas/kit/counted';
import { Icon } from '../../ui/marks/icon';
import { Change } from './change';
import { figureText, type FigureUnit } from './figure-text';

export interface FigureColumn<N> {
  readonly name: string;
  readonly title: string;
  /** The sentence behind the '?'. */
  readonly definition: string;
  readonly unit: FigureUnit;
  readonly value: (numbers: N) => number | null;
  /** The two numbers behind a ratio. */
  readonly of?: (numbers: N) => readonly [number | null, number | null];
  /** The list that the number opens: of a row, or of the total. */
  readonly link?: (row: FigureRow | undefined) => string | undefined;
}
export interface FigureRow {
  readonly key: string;
  readonly label: string;
}
interface FigureTableProps<N, R extends N & FigureRow> {
  readonly label: string;
  readonly rowTitle: string;
  readonly columns: readonly FigureColumn<N>[];
  readonly rows: readonly R[];
  readonly total: N;
  readonly moreRows: number;
  readonly busy: boolean;
  /** The same figures of the previous period. */
  readonly before?: { readonly rows: readonly R[]; readonly total: N } | undefined;
}

/** Rows of figures: header and first column stay visible, the total comes first, every column sorts and says what it counts. */
export function FigureTable<N, R extends N & FigureRow>(props: FigureTableProps<N, R>): ReactNode {
  const { label, rowTitle, columns, total, busy, before } = props;
  const earlier = new Map(before?.rows.map((row) => [row.key, row]));
  const [sort, setSort] = useState<{ readonly name: string; readonly down: boolean }>();
  const rows = sorted(props.rows, columns, sort);
  const head = (name: string, title: string): ReactNode => (
    <button
      type="button"
      className={sort?.name === name ? 'mf-sorted' : undefined}
      onClick={() => setSort((now) => (now?.name === name ? { name, down: !now.down } : { name, down: name !== 'label' }))}
    >
      {title}
      {sort?.name === name ? <Icon name={sort.down ? 'down' : 'up'} size={12} /> : null}
    </button>
  );
  const ariaSort = (name: string) => (sort?.name === name ? (sort.down ? 'descending' : 'ascending') : undefined);
  return (
    <div
      className={busy ? 'mf-scroll p-dim' : 'mf-scroll'}
      role="region"
      aria-label={label}
      tabIndex={0}
      aria-busy={busy || undefined}
    >
      <table className="mf-table">
        <thead>
          <tr>
            <th scope="col" aria-sort={ariaSort('label')}>
              {head('label', rowTitle)}
            </th>
            {columns.map(({ name, title, definition }) => (
              <th key={name} scope="col" aria-sort={ariaSort(name)}>
                <span className="mf-head">
                  {head(name, title)}
                  <Tooltip title={definition} trigger={['hover', 'focus', 'click']}>
                    <button type="button" className="mf-help" aria-label={`What ${title} means: ${definition}`}>
                      ?
                    </button>
                  </Tooltip>
                </span>
              </th>
            ))}
          </tr>
          <tr className="mf-total">
            <th scope="row">Total</th>
            {columns.map((column) => (
              <td key={column.name}>
                <Figure column={column} numbers={total} row={undefined} before={before?.total} />
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" title={row.label}>
                <span className="p-cut">{row.label}</span>
              </th>
              {columns.map((column) => (
                <td key={column.name}>
                  <Figure column={column} numbers={row} row={row} before={earlier.get(row.key)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {props.moreRows ? (
        <p className="mf-more p-quiet">{indianNumber(props.moreRows)} more rows are counted in the total.</p>
      ) : null}
    </div>
  );
}

function Figure<N>({
  column,
  numbers,
  row,
  before,
}: {
  column: FigureColumn<N>;
  numbers: N;
  row: FigureRow | undefined;
  before: N | undefined;
}): ReactNode {
  const { unit, value, of, link } = column;
  const number = value(numbers);
  const text = figureText(number, unit);
  const parts = of?.(numbers);
  const title = parts && number !== null ? `${numberOf(parts[0])} of ${numberOf(parts[1])}` : undefined;
  const to = number ? link?.(row) : undefined;
  const shown = to ? (
    <Link to={to} className="p-link">
      {text}
    </Link>
  ) : title ? (
    <Tooltip title={title}>{text}</Tooltip>
  ) : (
    text
  );
  return before ? (
    <>
      {shown}
      <Change now={number} before={value(before)} unit={unit} />
    </>
  ) : (
    shown
  );
}
const numberOf = (value: number | null): string => (value === null ? '–' : indianNumber(Math.round(value * 100) / 100));

function sorted<N, R extends N & FigureRow>(
  rows: readonly R[],
  columns: readonly FigureColumn<N>[],
  sort: { readonly name: string; readonly down: boolean } | undefined,
): readonly R[] {
  if (!sort) return rows;
  const column = columns.find(({ name }) => name === sort.name);
  const up = column
    ? (a: R, b: R): number => (column.value(a) ?? -Infinity) - (column.value(b) ?? -Infinity) || 0
    : (a: R, b: R): number => a.label.localeCompare(b.label, 'en', { numeric: true });
  return rows.toSorted((a, b) => (sort.down ? up(b, a) : up(a, b)));
}
