import type { DimensionId } from './dimensions';
import { measures, measureOf, type MeasureId } from './measures';
import { announcementRecords, targetRecords } from './named-resources';
import type { ReportCard } from './report';
import { adminCards, managerCards } from './team-cards';

/** A person's own day, and the dashboard of a team. Each has a layout of its own. */
export const dashboardViews = ['day', 'team'] as const;
export type DashboardView = (typeof dashboardViews)[number];

/** A card in its place: one of the dashboard's own, or a measure that someone added, in rows of a dimension if it names one. */
export interface PlacedCard {
  readonly id: string;
  readonly hidden?: boolean | undefined;
  readonly wide?: boolean | undefined;
  readonly measure?: MeasureId | undefined;
  readonly over?: DimensionId | undefined;
}
/** `from`: whether the person arranged it, an admin for the role, or nobody. */
export interface DashboardLayout {
  readonly cards: readonly PlacedCard[];
  readonly from: 'own' | 'role' | 'product';
}

export const mostCards = 40;
/** Each is counted whenever the dashboard is opened. */
export const mostAdded = 12;
export const addedId = (n: number): string => `added-${n}`;
export const isAdded = ({ id }: Pick<PlacedCard, 'id'>): boolean => id.startsWith('added-');

/** The measures that make a card: those with a number, which is not of a date that a report chooses. */
export const cardMeasures: readonly MeasureId[] = Object.keys(measures)
  .filter((id): id is MeasureId => id in measures)
  .filter((id) => !['moment', 'text'].includes(measureOf(id).unit) && !measureOf(id).ifAny && !/^(N\d|L1w$)/.test(id));
/** What an added card can have rows of, where its measure has them. */
export const cardDimensions = ['user', 'team', 'source', 'stage', 'college', 'course', 'state', 'day', 'hour'] as const;

/** Titles of the cards that are not of measures. */
const ownTitles: Readonly<Record<string, string>> = {
  numbers: "Today's numbers",
  queue: 'Your work now',
  office: 'Waiting in the office',
  [targetRecords]: 'Targets',
  hours: 'Calls by hour',
  days: 'Last 6 working days',
  stages: 'My leads by stage',
  health: 'Health of the system',
  [announcementRecords]: 'Announcements',
};
export const cardTitle = (view: DashboardView, id: string): string =>
  (view === 'team' ? teamCard(id)?.title : undefined) ?? ownTitles[id] ?? id;
const teamCard = (id: string): ReportCard | undefined => managerCards.find((card) => card.id === id);

interface Reader {
  readonly isAdmin: boolean;
  /** Of a role that has no leads: the back office. */
  readonly isOffice: boolean;
}
/** The cards of a dashboard in the product's own order; `hidden`: they are there to be added. */
export function usualCards(view: DashboardView, { isAdmin, isOffice }: Reader): readonly PlacedCard[] {
  if (view === 'team') {
    const cards = (isAdmin ? adminCards : managerCards).map(({ id, wide }) => ({ id, ...(wide ? { wide } : {}) }));
    const firstNarrow = cards.findIndex(({ wide }) => !wide);
    return [
      ...cards.slice(0, firstNarrow),
      { id: targetRecords },
      ...cards.slice(firstNarrow),
      ...(isAdmin ? [{ id: 'health' }] : []),
      { id: announcementRecords },
    ];
  }
  const hidden = isOffice ? { hidden: true } : {};
  return [
    { id: 'numbers', wide: true, ...hidden },
    { id: 'queue', wide: true, ...hidden },
    { id: 'office', wide: true, ...(isOffice ? {} : { hidden: true }) },
    { id: targetRecords },
    { id: 'hours', ...hidden },
    { id: 'days', ...hidden },
    { id: 'stages', ...hidden },
    { id: announcementRecords },
  ];
}
