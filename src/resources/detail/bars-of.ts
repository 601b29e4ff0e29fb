import { isRecord } from '../../schemas/kit/is-record';

interface Series {
  readonly name: string;
  readonly values: readonly number[];
}
interface Day {
  readonly date: string;
  readonly matched: number;
  readonly executed: number;
}

/** The bars of an answer: its days with their figures, or its labels with series. */
export function barsOf(data: unknown): { readonly labels: readonly string[]; readonly series: readonly Series[] } {
  const { labels, series, by_day } = isRecord(data) ? data : {};
  if (!Array.isArray(by_day)) return { labels: allOf(labels, isText), series: allOf(series, isSeries) };
  const days = by_day.filter(isDay);
  return {
    labels: days.map(({ date }) => date),
    series: [
      { name: 'executed', values: days.map(({ executed }) => executed) },
      { name: 'not executed', values: days.map(({ matched, executed }) => matched - executed) },
    ],
  };
}

const allOf = <T>(list: unknown, is: (one: unknown) => one is T): T[] => (Array.isArray(list) ? list.filter(is) : []);
const isText = (one: unknown): one is string => typeof one === 'string';
const isNumber = (one: unknown): one is number => typeof one === 'number';
const isSeries = (one: unknown): one is Series =>
  isRecord(one) && isText(one['name']) && Array.isArray(one['values']) && one['values'].every(isNumber);
const isDay = (one: unknown): one is Day =>
  isRecord(one) && isText(one['date']) && isNumber(one['matched']) && isNumber(one['executed']);
