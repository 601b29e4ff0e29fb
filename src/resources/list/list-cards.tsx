import type { ReactNode } from 'react';
import type { Column } from './data-table';
import './list.css';
import './list-tools.css';
import type { Selection } from './use-selection';

/** Rows as cards on a narrow screen: the first four columns and the row's menu. */
export function ListCards<T>(props: {
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  menu?: ((row: T) => ReactNode) | undefined;
  selection?: Pick<Selection, 'chosen' | 'toggle'>;
  loading?: boolean;
  refreshing?: boolean;
}): ReactNode {
  const [name, ...rest] = props.columns;
  if (props.loading)
    return (
      <ul className="p-cards" aria-busy="true">
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index} className="p-card">
            <div className="p-card-main">
              <span className="p-bone" style={{ width: `${50 + ((index * 17) % 30)}%` }} />
              <span className="p-bone" style={{ width: '70%', marginTop: 10 }} />
            </div>
          </li>
        ))}
      </ul>
    );
  return (
    <ul className={props.refreshing ? 'p-cards p-dim' : 'p-cards'}>
      {props.rows.map((row) => (
        <li key={props.keyOf(row)} className="p-card">
          {props.selection ? (
            <input
              type="checkbox"
              className="p-card-check"
              aria-label="Select"
              checked={props.selection.chosen.has(props.keyOf(row))}
              onChange={() => props.selection?.toggle(props.keyOf(row))}
            />
          ) : null}
          <div className="p-card-main">
            <span className="p-card-name">{name?.cell(row)}</span>
            <span className="p-card-facts">
              {rest.slice(0, 3).map((column) => (
                <span key={column.name}>
                  <span className="p-quiet p-cut">{column.title}</span>
                  <span>{column.cell(row)}</span>
                </span>
              ))}
            </span>
          </div>
          <span className="p-card-menu">{props.menu?.(row)}</span>
        </li>
      ))}
    </ul>
  );
}
