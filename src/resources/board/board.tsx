import type { ReactNode } from 'react';
import type { ShownCard } from '../../schemas/kit/report';
import { ActsCard } from './activities-card';
import type { CardDays, CardProps } from './card-props';
import { Bars, Funnel, Shares } from './card-charts';
import { HoursCard } from './hours-card';
import { ListCard } from './list-card';
import { Matrix } from './matrix';
import { PeopleCard } from './people-card';
import { Tiles } from './tiles';
import './board.css';

/** Cards of measures; every number on them opens the rows that it counted. */
export default function Board({ cards, days }: { cards: readonly ShownCard[]; days: CardDays }): ReactNode {
  return (
    <div className="bd">
      {cards.map((card) => (
        <BoardCard key={card.id} card={card} days={days} />
      ))}
    </div>
  );
}

export function BoardCard({ card, days }: CardProps): ReactNode {
  const Look = looks[card.look];
  return (
    <section className={card.wide ? 'bd-card bd-wide' : 'bd-card'} aria-label={card.title}>
      {card.look === 'tiles' ? null : <h2>{card.title}</h2>}
      <Look card={card} days={days} />
    </section>
  );
}

const looks = {
  tiles: Tiles,
  funnel: Funnel,
  shares: Shares,
  bars: Bars,
  matrix: Matrix,
  list: ListCard,
  acts: ActsCard,
  people: PeopleCard,
  hours: HoursCard,
};
