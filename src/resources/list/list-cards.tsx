import type { ReactNode } from 'react';
import { groupName, type Column } from './data-table';
import './list.css';
import './list-tools.css';
import type { Selection } from './use-selection';

/** Rows as cards on a narrow screen: the naming column, three more columns, counts and the row's menu, or the list's own card. */
export function ListCards<T>(props: {
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  /** The column that names a row; without it the first. */
  named?: string;
  card?: ((row: T) => ReactNode) | undefined;
  menu?: ((row: T) => ReactNode) | undefined;
  groupOf?: ((row: T) => string) | undefined;
  selection?: Pick<Selection, 'chosen' | 'toggle'>;
  loading?: boolean;
  refreshing?: boolean;
}): ReactNode {
  const { columns, rows, keyOf, selection, card } = props;
  if (props.loading) return bones;
  const name = columns.find((column) => column.name === props.named) ?? columns[0];
  const rest = columns.filter((column) => column !== name).filter(({ counts }, at) => at < 3 || counts);
  return (
    <ul className={props.refreshing ? 'p-cards p-dim' : 'p-cards'}>
      {rows.map((row, index) => (
        <li key={keyOf(row)} className="p-card" data-group={groupName(rows, index, props.groupOf)}>
          {selection ? (
            <input
              type="checkbox"
              className="p-card-check"
              aria-label="Select"
              checked={selection.chosen.has(keyOf(row))}
              onChange={() => selection.toggle(keyOf(row))}
            />
          ) : null}
          {card ? (
            card(row)
          ) : (
            <div className="p-card-main">
              <span className="p-card-name">{name?.cell(row)}</span>
              <span className="p-card-facts">
                {rest.map((column) => (
                  <span key={column.name}>
                    <span className="p-quiet p-cut">{column.title}</span>
                    <span>{column.cell(row)}</span>
                  </span>
                ))}
              </span>
            </div>
          )}
          {props.menu ? <span className="p-card-menu">{props.menu(row)}</span> : null}
        </li>
      ))}
    </ul>
  );
}

const bones = (
  <ul className="p-cards" aria-busy="true">
    {[50, 67, 54, 71, 58, 62].map((width) => (
      <li key={width} className="p-card">
        <div className="p-card-main">
          <span className="p-bone" style={{ width: `${width}%` }} />
          <span className="p-bone" style={{ width: '70%', marginTop: 10 }} />
        </div>
      </li>
    ))}
  </ul>
);
