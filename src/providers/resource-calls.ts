import type { CrudFilter, CrudSort } from '@refinedev/core';
import type { ListAnswer, ListMeta } from '../schemas/kit/list';
import { wiresOf, type AnyResource } from '../schemas/kit/resource';
import { isPlain, keyNames, parseWire, type Wire } from '../schemas/kit/wire';
import { addressOf, openEnvelope, sendWire, type CallOptions } from './call';
import { requestedEarly, type Answer } from './http';

type Row = Record<string, unknown>;
type Operation = 'list' | 'read' | 'create' | 'update' | 'status' | 'delete';
export interface ListQuery {
  readonly filters: readonly CrudFilter[];
  readonly sorters: readonly CrudSort[];
  readonly page: ListMeta;
}

/** The list call of a resource, by its own wire or under `res/`; totals and cursors whichever way they come (D-047). */
export async function listRows<T extends Row>(
  resource: AnyResource,
  query: ListQuery,
  options: CallOptions = {},
): Promise<ListAnswer<T>> {
  const wire = wireOf(resource, 'list');
  const answer = await sendWire(wire, byWireName(wire, listValues(wire, query)), options);
  return openList<T>(resource, wire, answer);
}

/** The same list where its answer came before the code did; undefined otherwise, and where a list is asked for by POST. */
export function earlyRows<T extends Row>(resource: AnyResource, query: ListQuery): ListAnswer<T> | undefined {
  const wire = wireOf(resource, 'list');
  if (wire.methods[0] !== 'GET') return undefined;
  const answer = requestedEarly(addressOf(wire, byWireName(wire, listValues(wire, query))));
  return answer && openList<T>(resource, wire, answer);
}

const openList = <T>(resource: AnyResource, wire: Wire, answer: Answer): ListAnswer<T> =>
  isPlain(wire) ? plainList<T>(answer) : envelopeList<T>(resource, answer);

export async function readRow<T extends Row>(resource: AnyResource, id: string | number, options: CallOptions = {}): Promise<T> {
  const wire = wireOf(resource, 'read');
  const data = dataOf(wire, await sendWire(wire, withKey({}, id), options)) as T | readonly T[];
  return Array.isArray(data) ? (data as readonly T[])[0]! : (data as T);
}

/** Create, update, status and delete; answers what the call answers: the record, or the members that the source names. */
export async function writeRow(
  resource: AnyResource,
  operation: 'create' | 'update' | 'delete',
  values: Row,
  id?: string | number,
  options: CallOptions = {},
): Promise<Row> {
  const wire = wireOf(
    resource,
    operation === 'update' && onlyStatus(values) && hasWire(resource, 'status') ? 'status' : operation,
  );
  const sent = byWireName(wire, values);
  const answer = await sendWire(wire, id === undefined ? sent : withKey(sent, id, wire), { ...options, writes: true });
  const data = dataOf(wire, answer);
  return typeof data === 'object' && data !== null ? (data as Row) : {};
}

export const hasWire = (resource: AnyResource, operation: Operation): boolean => wiresOf(resource, operation).length > 0;

function wireOf(resource: AnyResource, operation: Operation): Wire {
  const [text] = wiresOf(resource, operation);
  if (text === undefined) throw new Error(`${resource.name} has no ${operation} call`);
  return parseWire(text);
}

const onlyStatus = (values: Row): boolean =>
  'status' in values && Object.keys(values).every((name) => ['status', 'row_version'].includes(name));

/** The key under each name it can have in a wire; into the body only where the wire names it. */
function withKey(values: Row, id: string | number, wire?: Wire): Row {
  const named = wire
    ? keyNames.filter((name) => [...wire.params, ...wire.query, ...wire.body].some((item) => item.name === name))
    : keyNames;
  return { ...values, ...Object.fromEntries(named.map((name) => [name, id])) };
}

/** Fields under the names that the wire gives them. */
function byWireName(wire: Wire, values: Row): Row {
  const named: Row = { ...values };
  for (const item of [...wire.params, ...wire.query, ...wire.body]) {
    if (item.field === item.name || !(item.field in values)) continue;
    delete named[item.field];
    named[item.name] = values[item.field];
  }
  return named;
}

export function listValues(wire: Wire, { filters, sorters, page }: ListQuery): Row {
  const values: Row = {};
  for (const filter of filters) Object.assign(values, filterValue(filter));
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

const suffixes: Readonly<Record<string, string>> = {
  eq: '',
  in: '',
  ne: '_ne',
  nin: '_ne',
  gte: '_gte',
  lte: '_lte',
  contains: '_like',
  startswith: '_starts',
  between: '_within',
};
function filterValue(filter: CrudFilter): Row {
  if (!('field' in filter)) throw new Error('lists have no nested filters');
  const { field, operator, value } = filter;
  if (operator === 'null' || operator === 'nnull') return { [`${field}_null`]: String(operator === 'null') };
  const suffix = suffixes[operator];
  if (suffix === undefined) throw new Error(`lists have no filter '${operator}'`);
  return { [field + suffix]: value as unknown };
}

function dataOf(wire: Wire, answer: Answer): unknown {
  return isPlain(wire) ? answer.body : openEnvelope<unknown>(answer.body).data;
}

function plainList<T>({ body, headers }: Answer): ListAnswer<T> {
  const data = body as T[];
  const total = headers.get('x-total-count');
  return listAnswer(
    data,
    total === null ? undefined : Number(total),
    headers.get('x-total-exact') !== 'false',
    headers.get('x-next'),
    headers.get('x-prev'),
  );
}

function envelopeList<T>(resource: AnyResource, { body }: Answer): ListAnswer<T> {
  const { data, count, total_exact: exact, totalDocuments, next, prev } = openEnvelope<unknown>(body);
  const inner =
    resource.reply?.list === 'data.data+count' ? (data as { data: T[]; count: number }) : { data: data as T[], count };
  return listAnswer(inner.data, inner.count ?? (totalDocuments as number | undefined), exact !== false, next, prev);
}

function listAnswer<T>(data: T[], total: number | undefined, totalExact: boolean, next: unknown, prev: unknown): ListAnswer<T> {
  return {
    data,
    total: total ?? data.length,
    totalExact,
    ...(typeof next === 'string' && next ? { next } : {}),
    ...(typeof prev === 'string' && prev ? { prev } : {}),
  };
}
