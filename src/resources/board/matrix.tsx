import type { ReactNode } from 'react';
import type { CardProps } from './card-props';
import { CardNumber } from './card-number';

/** Rows and columns; what is 0 stays quiet. */
export function Matrix({ card, days }: CardProps): ReactNode {
  if (!card.rows.length) return <p className="bd-none">No data for these days.</p>;
  return (
    <div className="bd-scroll" role="region" aria-label={`${card.title}, table`} tabIndex={0}>
      <table className="bd-matrix">
        <thead>
          <tr>
            <td />
            {card.columns.map(({ key, title, definition }) => (
              <th key={key} scope="col" title={definition}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {card.rows.map((row) => (
            <tr key={row.value}>
              <th scope="row">{row.title}</th>
              {row.cells.map((cell, at) => (
                <td key={card.columns[at]?.key ?? at} className={cell.value === 0 ? 'p-quiet' : ''}>
                  <CardNumber cell={cell} column={card.columns[at]} days={days} row={{ [row.dimension]: [row.value] }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {card.totals.map((cell, at) => (
              <td key={card.columns[at]?.key ?? at}>
                <CardNumber cell={cell} column={card.columns[at]} days={days} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
