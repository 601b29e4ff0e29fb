import sql, { join, type Sql } from 'sql-template-tag';
import { leads } from '../../src/schemas/leads/leads';
import { withAskedFields } from '../../src/schemas/kit/asked-columns';
import { invalid } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { refuseOpenFilters } from '../catalogue/chosen-rows';
import { filterParts } from '../store/list-filters';
import { readListRequest } from '../store/list-request';

/** With the columns that the list reads from other records. */
const whole = withAskedFields(leads, Object.keys(leads.asked ?? {}));

/** What an address of the lead list says that is not about which leads. */
const looks = new Set(['cols', 'size', 'tab', 'returnUrl', 'type', 'view', 'sort']);

/** The part of a lead list's address that narrows it: what is stored of 'https://…/leads?type=all&state=Goa&cols=name'. */
export function narrowing(address: string): string {
  const text = address.trim();
  const query = new URLSearchParams(text.includes('?') ? text.slice(text.indexOf('?') + 1) : text);
  for (const name of ['type', 'view'])
    if ((query.get(name) ?? 'all') !== 'all')
      throw invalid('address', 'Choose All leads and filters in that list: its tabs and quick views depend on the reader');
  for (const name of looks) query.delete(name);
  return query.toString();
}

/**
 * The leads that a stored lead list shows, as a predicate on "leads". Throws Problem 422 for filters that the list does not have,
 * or that `resource`, the list as a role sees it, does not offer.
 */
export function leadsOfList(address: string, zone: string, now: Date, resource: AnyResource = whole): Sql {
  const query: Record<string, string | string[]> = {};
  const sent = new URLSearchParams(address);
  for (const name of new Set(sent.keys())) {
    const values = sent.getAll(name);
    query[name] = values.length > 1 ? values : values.join();
  }
  refuseOpenFilters(query, 'address');
  const parts = filterParts(resource, readListRequest(resource, query, { now, zone }));
  if (!parts.length) throw invalid('address', 'That list has no filters. Set at least one and paste its address again.');
  return sql`(${join(
    parts.map((part) => sql`(${part})`),
    ' and ',
  )})`;
}
