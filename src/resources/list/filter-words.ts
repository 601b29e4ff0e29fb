import { dayOf, momentOf, plainDate } from '../../ui/time/dates';
import { kindAt } from '../../kinds/kind-of';
import { targetOf } from '../../kinds/kind-target';
import { dayRanges, isDayRange } from '../../schemas/kit/day-ranges';
import type { AnyResource } from '../../schemas/kit/resource';
import { plainText } from '../kind-looks';
import type { ListFilter, ListOperator } from '../../schemas/kit/list-query';

/** The operator between field and value, in words. */
export const operatorWords: Readonly<Record<ListOperator, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'more than',
  gte: 'from',
  lt: 'less than',
  lte: 'up to',
  between: 'within',
  nbetween: 'not within',
  contains: 'contains',
  ncontains: 'does not contain',
  containss: 'contains (same case)',
  ncontainss: 'does not contain (same case)',
  startswith: 'starts with',
  nstartswith: 'does not start with',
  startswiths: 'starts with (same case)',
  nstartswiths: 'does not start with (same case)',
  endswith: 'ends with',
  nendswith: 'does not end with',
  endswiths: 'ends with (same case)',
  nendswiths: 'does not end with (same case)',
  ina: 'has all of',
  nina: 'has not all of',
  null: 'is empty',
  nnull: 'is not empty',
};

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
