import type { ReactNode } from 'react';
import type { CardProps } from './card-props';
import { CardNumber } from './card-number';
import { numberText } from './number-text';

/** A number by hour of the day; the line on each bar is the average of four weeks. */
export function HoursCard({ card, days }: CardProps): ReactNode {
  const column = card.columns[0];
  const most = Math.max(
    ...card.rows.map(({ cells: [cell] }) => Math.max(Number(cell?.value ?? 0), Number(cell?.before ?? 0))),
    0,
  );
  if (!column || !most) return <p className="bd-none">No data for these days or the four weeks before.</p>;
  return (
    <>
      <p className="bd-key">
        <i className="bd-part-0" aria-hidden="true" /> {column.title} <i className="bd-average" aria-hidden="true" /> 4-week
        average
      </p>
      <ol className="bd-hours">
        {card.rows.map((row) => {
          const { value = 0, before = 0 } = row.cells[0] ?? {};
          const usually = numberText(before, column.unit);
          return (
            <li key={row.value} title={`${row.title}: ${value}, 4-week average ${usually}`}>
              <CardNumber cell={row.cells[0]} column={column} days={days} row={{ [row.dimension]: [row.value] }} />
              <span className="bd-column" aria-hidden="true">
                <i className="bd-part-0" style={{ height: `${(Number(value) / most) * 100}%` }} />
                <b style={{ bottom: `${(Number(before) / most) * 100}%` }} />
              </span>
              <span className="bd-against">{row.title.slice(0, 2)}</span>
              <span className="p-visually-hidden">4-week average {usually}</span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
