import { addedId, isAdded, type DashboardView, type PlacedCard } from '../../schemas/kit/dashboard-layout';
import type { DimensionId } from '../../schemas/kit/dimensions';
import type { MeasureId } from '../../schemas/kit/measures';

type Cards = readonly PlacedCard[];

/** The place that the card at `from` moves to, or undefined at the end: in a day, wide cards and the others are columns of their own. */
export function nextPlace(view: DashboardView, cards: Cards, from: number, by: 1 | -1): number | undefined {
  const width = Boolean(cards[from]?.wide);
  for (let at = from + by; at >= 0 && at < cards.length; at += by)
    if (view === 'team' || Boolean(cards[at]?.wide) === width) return at;
  return undefined;
}
export function moved(cards: Cards, from: number, to: number): Cards {
  const [card] = cards.slice(from, from + 1);
  return card ? cards.toSpliced(from, 1).toSpliced(to, 0, card) : cards;
}
export const changed = (cards: Cards, id: string, to: Partial<PlacedCard>): Cards =>
  cards.map((card) => (card.id === id ? { ...card, ...to } : card));

export function withMeasure(cards: Cards, measure: MeasureId, over: DimensionId | undefined): Cards {
  const taken = new Set(cards.filter(isAdded).map(({ id }) => id));
  let n = 1;
  while (taken.has(addedId(n))) n++;
  return [...cards, { id: addedId(n), measure, ...(over ? { over } : {}) }];
}
