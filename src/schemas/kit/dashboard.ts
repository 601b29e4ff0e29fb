/** A card of a resource's dashboard. Every number leads to the list with its filter, so its fields are in `filter`. */
export type DashboardCard<F extends string = string> = {
  readonly title?: string;
  /** Only rows with these values. */
  readonly where?: { readonly [name in F]?: string | number | boolean };
} & (
  | { readonly show: 'count' }
  /** A bar for each value of a choice, a switch or a reference. */
  | { readonly show: 'bars'; readonly field: F }
  /** How many there are of each day, week or month of a date; the last 30, 12 or 12 of them unless `last` says. */
  | { readonly show: 'trend'; readonly field: F; readonly each?: TrendStep; readonly last?: number }
);

export const trendSteps = ['day', 'week', 'month'] as const;
export type TrendStep = (typeof trendSteps)[number];
export const usualLast: Readonly<Record<TrendStep, number>> = { day: 30, week: 12, month: 12 };

/** What `GET res/{resource}/dashboard` answers for a card; `query` is that of the list with the rows that were counted. */
export interface ShownCard {
  readonly title: string;
  readonly show: DashboardCard['show'];
  readonly field?: string;
  readonly count: number;
  readonly query: ListAsked;
  readonly bars?: readonly ShownBar[];
}
export interface ShownBar {
  /** As it is stored; of a trend the first day. */
  readonly value: string | number | boolean | null;
  readonly label?: string;
  readonly count: number;
  readonly query: ListAsked;
}
export type ListAsked = Readonly<Record<string, string>>;
