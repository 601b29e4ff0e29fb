import type { DataProvider } from '@refinedev/core';
import { largestPage, type ListAnswer, type ListMeta } from '../schemas/kit/list';
import { gatherCustom, spreadCustom } from '../schemas/kit/custom-fields';
import { isRecord, recordIn } from '../schemas/kit/is-record';
import { customFieldRecords } from '../schemas/kit/named-resources';
import type { AnyResource, AnyRow } from '../schemas/kit/resource';
import type { CallOptions } from './calls/call';
import { listFilters } from './calls/crud-filters';
import { asRefineReads } from './calls/refused-write';
import { earlyRows, listRows, readRow, writeRow } from './calls/resource-calls';
import { noteUpdate } from './own-updates';
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

const calls = {
  getApiUrl: () => '/api',

  async getList({ resource, filters = [], sorters = [], pagination, meta }: ListParams) {
    const listed = listFilters(filters);
    if (!listed) return { data: [], total: 0 };
    const known = await spec(resource);
    const page = pageOf(pagination, meta);
    const query = { filters: listed, sorters, page };
    const isLong = page.limit === undefined || (page.limit > largestPage && page.limit === pagination?.pageSize);
    if (isLong) return (await import('./calls/many-rows')).readRows(known, query, optionsOf(meta));
    return spread(await listRows(known, query, { ...optionsOf(meta), early: true }));
  },
  async getOne({ resource, id, meta }: ReadParams) {
    return { data: spreadCustom(await readRow(await spec(resource), id, optionsOf(meta))) };
  },
  getMany: async (params: ManyParams) => (await import('./calls/many-rows')).readMany(params, calls.getList),
  create: (params: WriteParams) => write('create', params),
  update: (params: WriteParams) => write('update', params),
  deleteOne: (params: WriteParams) => write('delete', params),
  createMany: async ({ variables, ...rest }: Omit<WriteParams, 'variables'> & { readonly variables: readonly unknown[] }) =>
    (await import('./calls/many-rows')).inTurn(variables, 'Saved', (one) => write('create', { ...rest, variables: one })),
  updateMany: async ({ ids, ...rest }: Omit<WriteParams, 'id'> & { readonly ids: Ids }) =>
    (await import('./calls/many-rows')).inTurn(ids, 'Saved', (id) => write('update', { ...rest, id })),
  deleteMany: async ({ ids, ...rest }: Omit<WriteParams, 'id'> & { readonly ids: Ids }) =>
    (await import('./calls/many-rows')).inTurn(ids, 'Deleted', (id) => write('delete', { ...rest, id })),
  custom: async (params: CustomParams) => (await import('./calls/custom-call')).customCall(params, optionsOf(params.meta)),
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

async function write(
  operation: 'create' | 'update' | 'delete',
  { resource: name, id, variables, meta }: WriteParams,
): Promise<{ data: AnyRow }> {
  const known = await spec(name);
  const written = writeRow(known, operation, gatherCustom(recordIn(variables)), id, optionsOf(meta));
  if (operation === 'update' && id !== undefined) noteUpdate(name, id, written);
  const row = await asRefineReads(written);
  if (name === customFieldRecords) customFieldWritten();
  return { data: spreadCustom(row) };
}

function pageOf(pagination: ListParams['pagination'], meta: unknown): ListMeta {
  const own = recordIn(meta) satisfies ListMeta;
  if (!pagination || pagination.mode === 'off' || pagination.mode === 'client') return own;
  const limit = pagination.pageSize ?? 10;
  return { limit, start: ((pagination.currentPage ?? 1) - 1) * limit, ...own };
}

/** refine passes the query's signal: a list that is no longer needed is cancelled. */
function optionsOf(meta: unknown): Pick<CallOptions, 'signal' | 'headers'> {
  const { queryContext, headers } = recordIn(meta);
  const { signal } = recordIn(queryContext);
  return {
    signal: signal instanceof AbortSignal ? signal : undefined,
    ...(isRecord(headers)
      ? { headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])) }
      : {}),
  };
}
