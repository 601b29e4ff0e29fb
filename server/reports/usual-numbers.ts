import { measureOf, type MeasureId } from '../../src/schemas/kit/measures';
import type { ReportTable } from '../../src/schemas/kit/report';
import type { Context } from '../context/context';
import { addDays } from '../domain/days';
import { askedBy } from '../measures/asked';
import { countTable, type CellNumber, type Column } from '../measures/count-table';
import { countings, endsWithRange, isCounted, isTimeless } from '../measures/countings';

/** How many days make what is usual for one day. */
const usualDays = 7;
const added: readonly string[] = ['rows', 'leads', 'sum'];

/** What is usual for a day in each of the columns: the average of the seven days before it. Null: there is no such number. */
export async function usualNumbers(
  { tx, session, services }: Context,
  day: string,
  { columns: shown, values }: Pick<ReportTable, 'columns' | 'values'>,
): Promise<(number | null)[]> {
  const columns = shown.map(({ measure, toOwner }): Column => ({ measure, ...(toOwner ? { toOwner } : {}) }));
  const now = services.now();
  const days = Array.from({ length: usualDays }, (_, n) => addDays(day, n - usualDays));
  const isOfDays = ({ measure }: Column): boolean =>
    !isTimeless(measure) && measureOf(measure).unit !== 'moment' && measureOf(measure).unit !== 'text';
  const found = new Map<Column, (CellNumber | undefined)[]>();
  const [alone, together] = [true, false].map((is) =>
    columns.filter((column) => isOfDays(column) && endsWithRange(column.measure) === is),
  );
  if (together?.length) {
    const asked = askedBy(session, now, { from: days[0]!, to: days.at(-1)! });
    const { number } = await countTable(tx, asked, ['day'], together, values);
    for (const column of together)
      found.set(
        column,
        days.map((one) => number(column, [one])),
      );
  }
  if (alone?.length)
    for (const one of days) {
      const { number } = await countTable(tx, askedBy(session, now, { from: one, to: one }), [], alone, values);
      for (const column of alone) found.set(column, [...(found.get(column) ?? []), number(column, [])]);
    }
  return columns.map((column) => averageOf(column.measure, found.get(column) ?? []));
}

/** Counts and sums of the days are averaged over all of them, medians and such over those that have one; a ratio is that of the sums. */
function averageOf(measure: MeasureId, days: readonly (CellNumber | undefined)[]): number | null {
  const known = days.flatMap((one) => (one ? [one] : []));
  if (!known.length) return null;
  const counting = countings[measure];
  if ('ratio' in counting) {
    const [a, b] = [0, 1].map((at) => known.reduce((sum, { of }) => sum + (of?.[at] ?? 0), 0));
    return a !== undefined && b ? (a / b) * (counting.times ?? 100) : null;
  }
  const numbers = known.flatMap(({ value }) => (value === null ? [] : [Number(value)]));
  const sum = numbers.reduce((total, one) => total + one, 0);
  if (!isCounted(counting) || added.includes(counting.by)) return sum / usualDays;
  return numbers.length ? sum / numbers.length : null;
}
