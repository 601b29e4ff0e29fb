import type { CrudFilter, LogicalFilter } from '@refinedev/core';
import { filterName, listOperators, takesNoValue, type ListFilter, type ListOperator } from '../../schemas/kit/list-query';

type Group = readonly ListFilter[];

/**
 * Converts refine's filters for a list: conditions joined by and; nested groups joined by or. Undefined if no record can match
 * (`in` with an empty list). Throws an error that names an operator or value which lists do not support.
 */
export function listFilters(filters: readonly CrudFilter[]): readonly ListFilter[] | undefined {
  const asked = filters.filter((one) => !isUnset(one));
  const outside = asked.filter(isLogical).map(alternatives);
  const nested = asked.filter((one) => !isLogical(one)).map(alternatives);
  const groups = nested.reduce<readonly Group[]>(combined, [[]]);
  if (groups.length === 0 || outside.some((one) => one.length === 0)) return undefined;
  const always = outside.flatMap(([only = []]) => only);
  if (groups.some((group) => group.length === 0)) return joined(always); // one alternative always matches
  if (groups.length === 1) return joined([...always, ...groups[0]!]);
  return joined(always, groups);
}

/** What must match in any case, and groups of which one must match. A second condition of one name goes into every group. */
function joined(always: Group, groups: readonly Group[] = [[]]): readonly ListFilter[] {
  const [first, second] = divided(always);
  const all = groups.map((group) => apart([...second, ...group])).filter((group) => group.length);
  return [...first, ...all.flatMap((group, at) => group.map((one) => ({ ...one, group: at + 1 })))];
}

function divided(group: Group): readonly [first: Group, second: Group] {
  const byName = new Map<string, ListFilter>();
  const second: ListFilter[] = [];
  for (const filter of group) {
    const name = filterName(filter);
    const known = byName.get(name);
    const one = known ? both(known, filter) : filter;
    if (one) byName.set(name, one);
    else second.push(filter);
  }
  return [[...byName.values()], second];
}
/** Two digits in front of a filter's name. */
const mostGroups = 99;

/** The list's filters as refine's, for its hooks. */
export const crudFilters = (filters: readonly ListFilter[]): CrudFilter[] => {
  const groups = [...new Set(filters.flatMap(({ group }) => group ?? []))];
  const inGroup = (group: number | undefined): LogicalFilter[] => filters.filter((one) => one.group === group).map(logical);
  return groups.length
    ? [...inGroup(undefined), { operator: 'or', value: groups.map((group) => ({ operator: 'and', value: inGroup(group) })) }]
    : inGroup(undefined);
};

function logical({ field, operator, values }: ListFilter): LogicalFilter {
  if (takesNoValue(operator)) return { field, operator, value: true };
  if (values.length < 2) return { field, operator, value: values[0] };
  return { field, operator: operator === 'eq' ? 'in' : operator === 'ne' ? 'nin' : operator, value: values };
}

const isLogical = (filter: CrudFilter): filter is LogicalFilter => 'field' in filter;

/** refine's tables send a cleared filter like this. */
const isUnset = (filter: CrudFilter): boolean =>
  isLogical(filter) && !isNullCheck(filter) && (filter.value === undefined || filter.value === '');
const isNullCheck = ({ operator }: LogicalFilter): boolean => operator === 'null' || operator === 'nnull';

/** The alternatives of a filter, each a group of conditions that must all match. */
function alternatives(filter: CrudFilter): readonly Group[] {
  if (isLogical(filter)) return ofField(filter);
  const parts = filter.value.filter((one) => !isUnset(one)).map(alternatives);
  if (filter.operator === 'and') return parts.reduce(combined, [[]]);
  return parts.length ? parts.flat() : [[]];
}

/** Both must match. */
function combined(some: readonly Group[], others: readonly Group[]): readonly Group[] {
  const count = some.length * others.length;
  if (count > mostGroups) throw new Error(`These filters combine to ${count} groups; a list takes ${mostGroups}.`);
  return some.flatMap((one) => others.map((other) => [...one, ...other]));
}

/** A list compares texts exactly, with one value or several. */
const alike: Readonly<Record<string, string>> = { in: 'eq', nin: 'ne', eqs: 'eq', nes: 'ne' };

function ofField({ field, operator, value }: LogicalFilter): readonly Group[] {
  const name = alike[operator] ?? operator;
  const known = listOperators.find((one) => one === name);
  if (!known) throw new Error(`A list has no filter '${operator}' (${field}).`);
  if (takesNoValue(known)) {
    const isFalse = value === false || value === 'false'; // a text after an address was reloaded
    return [[{ field, operator: (known === 'null') === isFalse ? 'nnull' : 'null', values: [] }]];
  }
  if (value === null) {
    if (known !== 'eq' && known !== 'ne') throw new Error(`The filter '${operator}' of ${field} has no value.`);
    return [[{ field, operator: known === 'eq' ? 'null' : 'nnull', values: [] }]];
  }
  const given: readonly unknown[] = [value].flat();
  const values = given.filter((one) => one !== '').map((one) => textOf(one, field, operator));
  if (values.length === 0 || (known.endsWith('between') && values.length < given.length)) return ofNothing(known, field);
  return [[{ field, operator: known, values }]];
}

/** No value matches any of none; every value matches none of none, and all of none. */
function ofNothing(operator: ListOperator, field: string): readonly Group[] {
  if (/between$|^[gl]te?$/.test(operator)) throw new Error(`The filter '${operator}' of ${field} has no value.`);
  return operator.startsWith('n') || operator === 'ina' ? [[]] : [];
}

function textOf(value: unknown, field: string, operator: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  throw new Error(`The filter '${operator}' of ${field} has a value that is neither text, number, date nor yes and no.`);
}

/** As one of its groups holds them: two conditions with one name would mean any of both. */
function apart(group: Group): Group {
  const [first, [second]] = divided(group);
  if (second) throw new Error(`A list takes one filter '${second.operator}' of ${second.field} at a time.`);
  return first;
}

/** Two conditions with one name as one, where that means both: equal ones, and those that exclude values. */
function both(one: ListFilter, other: ListFilter): ListFilter | undefined {
  const { operator, values } = one;
  if (JSON.stringify(values) === JSON.stringify(other.values)) return one;
  if (operator === 'ina' || (operator.startsWith('n') && operator !== 'nbetween' && operator !== 'nina'))
    return { ...one, values: [...values, ...other.values] };
  return undefined;
}
