import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { cardTitle, isAdded, type DashboardView, type PlacedCard } from '../../schemas/kit/dashboard-layout';
import { dimensionOf } from '../../schemas/kit/dimensions';
import { measureOf } from '../../schemas/kit/measures';
import { Icon } from '../../ui/marks/icon';
import { changed, moved, nextPlace } from './arrange';

interface CardRowsProps {
  readonly view: DashboardView;
  readonly cards: readonly PlacedCard[];
  readonly onChange: (cards: readonly PlacedCard[]) => void;
}

/** The cards in their order, each with what can be done to it. */
export function CardRows({ view, cards, onChange }: CardRowsProps): ReactNode {
  return (
    <ol className="db-arranged" aria-label="Cards">
      {cards.map((card, at) => {
        const title = titleOf(view, card);
        const fixed = view === 'day' && card.id === 'numbers';
        const move = (by: 1 | -1): (() => void) | undefined => {
          const to = fixed ? undefined : nextPlace(view, cards, at, by);
          return to === undefined || (view === 'day' && cards[to]?.id === 'numbers')
            ? undefined
            : () => onChange(moved(cards, at, to));
        };
        return (
          <li key={card.id}>
            <Checkbox
              checked={!card.hidden}
              onChange={(event) => onChange(changed(cards, card.id, { hidden: !event.target.checked }))}
            >
              {title}
            </Checkbox>
            {fixed ? null : (
              <Checkbox
                className="db-wide"
                checked={Boolean(card.wide)}
                aria-label={`${title}: wide`}
                onChange={(event) => onChange(changed(cards, card.id, { wide: event.target.checked }))}
              >
                Wide
              </Checkbox>
            )}
            <Move title={`Move up: ${title}`} icon="up" move={move(-1)} />
            <Move title={`Move down: ${title}`} icon="down" move={move(1)} />
            {isAdded(card) ? (
              <button
                type="button"
                className="p-icon-button"
                aria-label={`Remove: ${title}`}
                title="Remove"
                onClick={() => onChange(cards.filter(({ id }) => id !== card.id))}
              >
                <Icon name="close" />
              </button>
            ) : (
              <span />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Move({ title, icon, move }: { title: string; icon: 'up' | 'down'; move: (() => void) | undefined }): ReactNode {
  return (
    <button type="button" className="p-icon-button" aria-label={title} title={title} disabled={!move} onClick={move}>
      <span aria-hidden="true">{icon === 'up' ? '↑' : '↓'}</span>
    </button>
  );
}

const titleOf = (view: DashboardView, { id, measure, over }: PlacedCard): string =>
  measure ? measureOf(measure).label + (over ? ` by ${dimensionOf(over).label.toLowerCase()}` : '') : cardTitle(view, id);
