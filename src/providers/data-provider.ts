import type { CrudFilter, CrudSort, DataProvider } from '@refinedev/core';
import type { ListAnswer, ListMeta } from '../schemas/kit/list';
import { listValues, type ListQuery } from '../schemas/kit/list-values';
import { gatherCustom, spreadCustom } from '../schemas/kit/custom-fields';
import { isRecord, recordIn } from '../schemas/kit/is-record';
import { customFieldRecords } from '../schemas/kit/named-resources';
import { parseWire } from '../schemas/kit/wire';
import { keyOf, type AnyResource, type AnyRow } from '../schemas/kit/resource';
import { listFilters } from './calls/crud-filters';
import { request } from './calls/http';
import { asRefineReads } from './calls/refused-write';
import { earlyRows, listRows, readRow, writeRow } from './calls/resource-calls';
import { customFieldWritten } from './screens/custom-specs';
import { loadPlainResource, plainResource } from './screens/resource-chunk';

type ListParams = Parameters<DataProvider['getList']>[0];
type ReadParams = Parameters<DataProvider['getOne']>[0];
type ManyParams = Parameters<NonNullable<DataProvider['getMany']>>[0];
type CustomParams = Parameters<NonNullable<DataProvider['custom']>>[0];
interface WriteParams {
  readonly resource: string;
  readonly id?: string | number;
  readonly variables?: unknown;
  readonly meta?: unknown;
}
type Ids = readonly (string | number)[];

const root = '/api';
/** The maximum page size of a list (D-047). */
const largestPage = 100;
/** A list without pages is read completely, up to this number of rows. */
const mostRows = 10_000;

const calls = {
  getApiUrl: () => root,

  async getList({ resource, filters = [], sorters = [], pagination, meta }: ListParams) {
    const listed = listFilters(filters);
    if (!listed) return { data: [], total: 0 };
    const known = await spec(resource);
    const page = pageOf(pagination, meta);
    const how = { signal: signalOf(meta), ...headersOf(meta) };
    if (page.limit === undefined) return allRows(known, { filters: listed, sorters, page }, how);
    return spread(await listRows(known, { filters: listed, sorters, page }, { ...how, early: true }));
  },
  async getOne({ resource, id, meta }: ReadParams) {
    return { data: spreadCustom(await readRow(await spec(resource), id, { signal: signalOf(meta), ...headersOf(meta) })) };
  },
  /** In the order of the ids; ids that do not exist, or are not visible to this user, are left out. */
  async getMany({ resource, ids, meta }: ManyParams) {
    const known = await spec(resource);
    const { name } = keyOf(known);
    const byId = new Map<string, AnyRow>();
    for (const some of batchesOf(ids)) {
      const filters: CrudFilter[] = [{ field: 'id', operator: 'in', value: some }];
      const { data } = await calls.getList({ resource, filters, pagination: { mode: 'off' }, ...(meta ? { meta } : {}) });
      for (const row of data) byId.set(String(row[name] ?? row['id']), row);
    }
    return { data: ids.flatMap((id) => byId.get(String(id)) ?? []) };
  },
  create: (params: WriteParams) => write('create', params),
  update: (params: WriteParams) => write('update', params),
  deleteOne: (params: WriteParams) => write('delete', params),
  createMany: ({ variables, ...rest }: Omit<WriteParams, 'variables'> & { readonly variables: readonly unknown[] }) =>
    inTurn(variables, (one) => write('create', { ...rest, variables: one })),
  updateMany: ({ ids, ...rest }: Omit<WriteParams, 'id'> & { readonly ids: Ids }) =>
    inTurn(ids, (id) => write('update', { ...rest, id })),
  deleteMany: ({ ids, ...rest }: Omit<WriteParams, 'id'> & { readonly ids: Ids }) =>
    inTurn(ids, (id) => write('delete', { ...rest, id })),
  /** Any other path below the API root: the answer as it is. */
  async custom({ url, method, payload, query, filters, sorters, headers, meta }: CustomParams) {
    const asked = { ...listQuery(filters, sorters), ...recordIn(query) };
    const text = new URLSearchParams(
      Object.entries(asked).flatMap(([name, value]) =>
        [value].flat().flatMap((one): [string, string][] => (one === undefined || one === null ? [] : [[name, String(one)]])),
      ),
    ).toString();
    const path = url.startsWith(`${root}/`) ? url.slice(root.length + 1) : url;
    const { body } = await request(text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path, {
      method: method.toUpperCase(),
      ...(payload === undefined ? {} : { body: payload }),
      ...(headers ? { headers } : headersOf(meta)),
      signal: signalOf(meta),
    });
    return { data: body };
  },
};

/**
 * refine's data provider for the API: every resource by its own wire table, otherwise under `res/` (D-048). Lists page by
 * refine's `pagination` or by `meta` (ListMeta) and return a ListAnswer. Failures are Problems; rejected fields are a
 * RefusedWrite. In refine the caller names the record's type; it is not checked here.
 */
export const dataProvider = calls as DataProvider;

/** The result of `getList` if it was requested before the code had loaded and has arrived. */
export function earlyList<T>({ resource: name, filters = [], sorters = [], meta }: ListParams): ListAnswer<T> | undefined {
  const resource = plainResource(name);
  try {
    const listed = listFilters(filters);
    const answer = resource && listed && earlyRows(resource, { filters: listed, sorters, page: pageOf(undefined, meta) });
    return answer && { ...answer, data: answer.data.map(spreadCustom) as T[] };
  } catch {
    return undefined; // a refusal: the call is made again, so that the list shows the error
  }
}

const spec = async (name: string): Promise<AnyResource> => (await loadPlainResource(name)).resource;
const spread = (answer: ListAnswer<AnyRow>): ListAnswer<AnyRow> => ({ ...answer, data: answer.data.map(spreadCustom) });

/** Reads page after page by the cursor. Throws if the list is too long to be read completely. */
async function allRows(
  resource: AnyResource,
  query: ListQuery,
  how: { readonly signal?: AbortSignal | undefined },
): Promise<ListAnswer<AnyRow>> {
  const data: AnyRow[] = [];
  let after: string | undefined;
  do {
    const page = { ...query.page, limit: largestPage, ...(after ? { after } : {}) };
    const answer = await listRows(resource, { ...query, page }, how);
    data.push(...answer.data.map(spreadCustom));
    after = answer.next;
    if (after && data.length >= mostRows)
      throw new Error(`${resource.name} has more than ${mostRows.toLocaleString('en-IN')} rows: ask for pages of it.`);
  } while (after);
  return { data, total: data.length };
}

/** An address holds about a thousand keys; one page holds a batch. */
const batchesOf = (ids: Ids): Ids[] =>
  Array.from({ length: Math.ceil(ids.length / largestPage) }, (_, at) => ids.slice(at * largestPage, (at + 1) * largestPage));

/** One after the other: a refusal stops at the record it is about. */
async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<{ data: AnyRow }>): Promise<{ data: AnyRow[] }> {
  const data: AnyRow[] = [];
  for (const one of all) data.push((await work(one)).data);
  return { data };
}

async function write(
  operation: 'create' | 'update' | 'delete',
  { resource: name, id, variables, meta }: WriteParams,
): Promise<{ data: AnyRow }> {
  const known = await spec(name);
  const row = await asRefineReads(writeRow(known, operation, gatherCustom(recordIn(variables)), id, headersOf(meta)));
  if (name === customFieldRecords) customFieldWritten();
  return { data: spreadCustom(row) };
}

const plainWire = parseWire('GET res/list');
function listQuery(filters: readonly CrudFilter[] = [], sorters: readonly CrudSort[] = []): AnyRow {
  const listed = listFilters(filters);
  if (!listed) throw new Error("A call cannot be asked with 'in' and an empty list.");
  return listValues(plainWire, { filters: listed, sorters, page: {} });
}

function pageOf(pagination: ListParams['pagination'], meta: unknown): ListMeta {
  const own = recordIn(meta) satisfies ListMeta;
  if (!pagination || pagination.mode === 'off' || pagination.mode === 'client') return own;
  const limit = pagination.pageSize ?? 10;
  return { limit, start: ((pagination.currentPage ?? 1) - 1) * limit, ...own };
}

/** refine passes the query's signal: a list that is no longer needed is cancelled. */
function signalOf(meta: unknown): AbortSignal | undefined {
  const { signal } = recordIn(recordIn(meta)['queryContext']);
  return signal instanceof AbortSignal ? signal : undefined;
}
function headersOf(meta: unknown): { headers?: Readonly<Record<string, string>> } {
  const { headers } = recordIn(meta);
  return isRecord(headers)
    ? { headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])) }
    : {};
}
