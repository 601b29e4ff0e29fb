import { dayOf, momentOf, plainDate } from '../../ui/time/dates';
import { kindAt } from '../../kinds/kind-of';
import { targetOf } from '../../kinds/kind-target';
import { dayRanges, isDayRange } from '../../schemas/kit/day-ranges';
import type { AnyResource } from '../../schemas/kit/resource';
import { plainText } from '../kind-looks';
import { operatorWords } from '../../schemas/kit/filter-operators';
import type { ListFilter } from '../../schemas/kit/list-query';

/** The text of a chip: 'Active, Draft', 'from 1 Mar 2026', 'not empty'. `labels` are the names of referenced ids. */
export function filterText(resource: AnyResource, filter: ListFilter, labels: ReadonlyMap<string, string> = new Map()): string {
  const { kind } = kindAt(resource, filter.field);
  if (filter.operator === 'null') return 'empty';
  if (filter.operator === 'nnull') return 'not empty';
  const [range = ''] = filter.values;
  if (filter.operator === 'between' && isDayRange(range)) return dayRanges[range];
  const values = filter.values.map((value) =>
    plainText(resource, filter.field, kind.fromFilter?.(value) ?? value, labels.get(value)),
  );
  const text = values.length > 2 ? `${values[0]} + ${values.length - 1}` : values.join(', ');
  return filter.operator === 'eq' ? text : `${operatorWords[filter.operator]} ${text}`;
}

/** Filters in the order of their chips: from and to of one field are one range. */
export function chipsOf(filters: readonly ListFilter[]): readonly (readonly ListFilter[])[] {
  const ends = ({ field, group }: ListFilter): readonly ListFilter[] =>
    ['gte', 'lte'].flatMap((end) => filters.filter((one) => one.field === field && one.group === group && one.operator === end));
  return filters.flatMap((filter): (readonly ListFilter[])[] => {
    const span = ends(filter);
    if (span.length < 2 || !span.includes(filter)) return [[filter]];
    return filters.find((one) => span.includes(one)) === filter ? [span] : [];
  });
}

/** The text of a chip's filters: 'from 1 Mar 2026', '1 Mar 2026 – 5 Mar 2026', for one day '1 Mar 2026'. */
export function chipText(
  resource: AnyResource,
  [first, second]: readonly ListFilter[],
  labels?: ReadonlyMap<string, string>,
): string {
  if (!second) return filterText(resource, first!, labels);
  const [from, to] = [first!, second].map((end) => wholeDay(end) ?? filterText(resource, { ...end, operator: 'eq' }, labels));
  return from === to ? from! : `${from} – ${to}`;
}

/** '1 Mar 2026' for the moment at which that day starts (from) or ends (to). */
function wholeDay({ operator, values: [value] }: ListFilter): string | undefined {
  const time = new Date(value ?? '');
  if (!value?.includes('T') || Number.isNaN(time.getTime())) return undefined;
  const day = dayOf(time);
  const edge = new Date(momentOf(day, operator === 'lte' ? '23:59:59' : '00:00')).getTime();
  return Math.abs(edge - time.getTime()) < 1000 ? plainDate(day) : undefined;
}

/** The resource whose ids a filter contains. */
export const filterTarget = (resource: AnyResource, field: string): string | undefined =>
  targetOf(kindAt(resource, field).at)?.to;
