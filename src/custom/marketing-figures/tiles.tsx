import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { FigureColumn } from './figure-table';
import { Change } from './change';
import { figureText } from './figure-text';

/** The totals of the range, large. */
export function Tiles<N>({
  columns,
  total,
  before,
}: {
  columns: readonly FigureColumn<N>[];
  total: N;
  /** The totals of the previous period. */
  before?: N | undefined;
}): ReactNode {
  return (
    <dl className="mf-tiles">
      {columns.map(({ name, title, definition, unit, value, link }) => {
        const number = value(total);
        const to = number ? link?.(undefined) : undefined;
        const text = figureText(number, unit);
        return (
          <div key={name} title={definition}>
            <dt>{title}</dt>
            <dd className="p-num">
              {to ? <Link to={to}>{text}</Link> : text}
              {before ? <Change now={number} before={value(before)} unit={unit} /> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
