import type { ReactNode } from 'react';
import type { ShownCell, ShownColumn } from '../../schemas/kit/report';
import type { CardProps } from './card-props';
import { CardNumber } from './card-number';
import { changeOf, numberText } from './number-text';

/** Numbers side by side, each against what is usual. */
export function Tiles({ card, days }: CardProps): ReactNode {
  return (
    <dl className="bd-tiles">
      {card.columns.map((column, at) => {
        const cell = card.totals[at] ?? { value: null };
        return (
          <div key={column.key} className="bd-tile">
            <dt title={column.definition}>{column.title}</dt>
            <dd>
              <CardNumber cell={cell} column={column} days={days} />
              <Against cell={cell} column={column} word={card.against === 'before' ? 'before' : '7-day average'} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Against({ cell, column, word }: { cell: ShownCell; column: ShownColumn; word: string }): ReactNode {
  if (cell.before === null || cell.before === undefined) return <span className="bd-against">–</span>;
  const change = changeOf(cell, column.unit);
  const look = !change || change.text === 'new' ? '' : change.up === (column.lessIsBetter ?? false) ? 'bd-worse' : 'bd-better';
  return (
    <span className="bd-against">
      {change && change.text !== 'new' ? (
        <span className={look}>
          {change.up ? '↑' : '↓'} {change.text}{' '}
        </span>
      ) : null}
      {word} {numberText(cell.before, column.unit)}
    </span>
  );
}
