import { usualLast, type DashboardCard, type ListAsked, type ShownBar } from '../../src/schemas/kit/dashboard';
import { addDays, startOfDay, weekdayOf } from '../domain/days';

type Trend = Extract<DashboardCard, { readonly show: 'trend' }>;
interface Bucket {
  readonly from: string;
  /** The last day. */
  readonly to: string;
}

/** The days, weeks or months of a trend, the one of today last. */
export function stepsOf({ each = 'day', last = usualLast[each] }: Trend, today: string): Bucket[] {
  const starts = [startOf(each, today)];
  while (starts.length < last) starts.unshift(startOf(each, addDays(starts[0]!, -1)));
  return starts.map((from, at) => ({ from, to: addDays(starts[at + 1] ?? nextOf(each, from), -1) }));
}

function startOf(each: NonNullable<Trend['each']>, day: string): string {
  if (each === 'day') return day;
  return each === 'week' ? addDays(day, -weekdayOf(day)) : `${day.slice(0, 8)}01`;
}
const nextOf = (each: NonNullable<Trend['each']>, from: string): string =>
  each === 'month' ? startOf('month', addDays(from, 31)) : addDays(from, each === 'week' ? 7 : 1);

/** Whose calendar it is, and whether the field is a moment rather than a day. */
export interface TrendOf {
  readonly card: Trend;
  readonly today: string;
  readonly zone: string;
  readonly isMoment: boolean;
}

/** The list's filter for the whole trend. */
export function trendEdges(trend: TrendOf): ListAsked {
  const steps = stepsOf(trend.card, trend.today);
  return edges(trend, { from: steps[0]!.from, to: steps.at(-1)!.to });
}

/** A moment is filtered by the instants at which the days begin and end in the organisation's zone. */
function edges({ card: { field }, zone, isMoment }: TrendOf, { from, to }: Bucket): ListAsked {
  const first = isMoment ? startOfDay(from, zone).toISOString() : from;
  const last = isMoment ? new Date(startOfDay(addDays(to, 1), zone).getTime() - 1).toISOString() : to;
  return { [`${field}_gte`]: first, [`${field}_lte`]: last };
}

export const bucketsOf = (
  trend: TrendOf,
  counted: readonly { readonly value: unknown; readonly n: number }[],
  query: ListAsked,
): ShownBar[] =>
  stepsOf(trend.card, trend.today).map((step) => {
    const own = counted.filter(({ value }) => String(value) >= step.from && String(value) <= step.to);
    const count = own.reduce((sum, { n }) => sum + n, 0);
    return { value: step.from, count, query: { ...query, ...edges(trend, step) } };
  });
