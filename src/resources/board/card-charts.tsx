import type { ReactNode } from 'react';
import type { DimensionValues } from '../../schemas/kit/cells';
import type { ShownRow } from '../../schemas/kit/report';
import type { CardProps } from './card-props';
import { CardNumber } from './card-number';

const nothing = <p className="bd-none">No data for these days.</p>;
const share = (part: number, whole: number): number => (whole > 0 ? (part / whole) * 100 : 0);

interface Line {
  readonly key: string;
  readonly title: string;
  readonly depth: number;
  readonly value: number;
  readonly of: ShownRow;
  readonly values: DimensionValues;
}

/** The first column as a bar for each row, rows of a second level under theirs. */
export function Bars({ card, days }: CardProps): ReactNode {
  const column = card.columns[0];
  const lines = linesOf(inOrder(card.rows), {}, 0).filter(({ value }) => value > 0);
  const most = Math.max(...lines.map(({ value }) => value), 0);
  if (!column || !lines.length) return nothing;
  return (
    <ul className="bd-bars">
      {lines.map(({ key, title, depth, value, of, values }) => (
        <li key={key} className={depth ? 'bd-below' : ''}>
          <span className="p-cut" title={title}>
            {title}
          </span>
          <Meter part={share(value, most)} />
          <CardNumber cell={of.cells[0]} column={column} days={days} row={values} />
        </li>
      ))}
    </ul>
  );
}

/** Stages are in the order of the tenant, anything else by its number. */
const inOrder = (rows: readonly ShownRow[]): readonly ShownRow[] =>
  rows.some(({ dimension }) => dimension === 'stage')
    ? rows
    : rows.toSorted((a, b) => Number(b.cells[0]?.value ?? 0) - Number(a.cells[0]?.value ?? 0));

/** A row below that only says 'not set' says nothing. */
function linesOf(rows: readonly ShownRow[], above: DimensionValues, depth: number): Line[] {
  return rows.flatMap((row) => {
    const values = { ...above, [row.dimension]: [row.value] };
    const below = row.rows?.some(({ value }) => value !== '') ? linesOf(row.rows, values, depth + 1) : [];
    const value = Number(row.cells[0]?.value ?? 0);
    return [{ key: JSON.stringify(values), title: row.title, depth, value, of: row, values }, ...below];
  });
}

/** The columns as parts of a whole. */
export function Shares({ card, days }: CardProps): ReactNode {
  const numbers = card.totals.map(({ value }) => Number(value ?? 0));
  const whole = numbers.reduce((sum, one) => sum + one, 0);
  if (!whole) return nothing;
  return (
    <>
      <div className="bd-whole" aria-hidden="true">
        {numbers.map((one, at) => (one ? <i key={at} className={`bd-part-${at % 6}`} style={{ flexGrow: one }} /> : null))}
      </div>
      <ul className="bd-shares">
        {card.columns.map((column, at) => (
          <li key={column.key}>
            <i className={`bd-part-${at % 6}`} aria-hidden="true" />
            <span className="p-cut" title={column.definition}>
              {column.title}
            </span>
            <span className="p-quiet">{share(numbers[at] ?? 0, whole).toFixed(1)} %</span>
            <CardNumber cell={card.totals[at]} column={column} days={days} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Each column with its percentage of the first one: the columns are parts of it, not of each other. */
export function Funnel({ card, days }: CardProps): ReactNode {
  const numbers = card.totals.map(({ value }) => Number(value ?? 0));
  const [whole = 0] = numbers;
  if (!whole) return nothing;
  return (
    <>
      <ol className="bd-bars bd-funnel">
        {card.columns.map((column, at) => (
          <li key={column.key}>
            <span className="p-cut" title={column.definition}>
              {column.title}
            </span>
            <Meter part={share(numbers[at] ?? 0, whole)} />
            <span className="p-quiet">{at ? `${share(numbers[at] ?? 0, whole).toFixed(1)} %` : ''}</span>
            <CardNumber cell={card.totals[at]} column={column} days={days} />
          </li>
        ))}
      </ol>
      <p className="p-quiet bd-note">In percent of: {card.columns[0]?.title.toLowerCase()}</p>
    </>
  );
}

function Meter({ part }: { part: number }): ReactNode {
  return (
    <span className="bd-meter" aria-hidden="true">
      <i style={{ width: `${part}%` }} />
    </span>
  );
}
