import type { ListMeta } from './list';
import { filterName, filterTexts, type ListFilter } from './list-query';
import type { AnyRow } from './resource';
import { isPlain, type Wire } from './wire';

export interface ListQuery {
  readonly filters: readonly ListFilter[];
  readonly sorters: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  readonly page: ListMeta;
}

/** Fields under the names that the wire uses. */
export function byWireName(wire: Wire, values: AnyRow): AnyRow {
  const named: AnyRow = { ...values };
  for (const item of [...wire.params, ...wire.query, ...wire.body]) {
    if (item.field === item.name || !(item.field in values)) continue;
    delete named[item.field];
    named[item.name] = values[item.field];
  }
  return named;
}

/** The values that ask for a page of a list, for its own wire or under `res/`. */
export function listValues(wire: Wire, { filters, sorters, page }: ListQuery): AnyRow {
  const values: AnyRow = {};
  for (const filter of filters) {
    const texts = filterTexts(filter);
    values[filterName(filter)] = texts.length === 1 ? texts[0] : texts;
  }
  if (sorters.length) {
    values['_sort'] = sorters.map(({ field }) => field).join();
    values['_order'] = sorters.map(({ order }) => order).join();
  }
  if (page.labels) values['_labels'] = page.labels;
  if (page.search) values['q'] = page.search;
  if (page.exact) values['count'] = 'exact';
  if (page.after) values['after'] = page.after;
  else if (page.before) values['before'] = page.before;
  const { limit, start = 0 } = page;
  if (limit === undefined) return values;
  if (isPlain(wire))
    Object.assign(values, page.after || page.before ? { _limit: limit } : { _start: start, _end: start + limit });
  else {
    const pageName = wire.query.find((item) => item.name.startsWith('page'))?.name ?? 'page_number';
    Object.assign(values, { limit }, page.after || page.before ? {} : { [pageName]: Math.floor(start / limit) + 1 });
  }
  return values;
}
