import type { DataProvider } from '@refinedev/core';
import type { ListAnswer, ListMeta } from '../schemas/kit/list';
import { request } from './calls/http';
import { gatherCustom, spreadCustom } from '../schemas/kit/custom-fields';
import { recordIn } from '../schemas/kit/is-record';
import { customFieldRecords } from '../schemas/kit/named-resources';
import type { AnyRow } from '../schemas/kit/resource';
import { customFieldWritten } from './screens/custom-specs';
import { loadPlainResource, plainResource } from './screens/resource-chunk';
import { earlyRows, listRows, readRow, writeRow } from './calls/resource-calls';

type ListParams = Parameters<DataProvider['getList']>[0];
type ReadParams = Parameters<DataProvider['getOne']>[0];
type CustomParams = Parameters<NonNullable<DataProvider['custom']>>[0];
type Pagination = ListParams['pagination'];
interface WriteParams {
  readonly resource: string;
  readonly id?: string | number;
  readonly variables?: unknown;
  readonly meta?: unknown;
}

const calls = {
  getApiUrl: () => '/api',

  async getList({ resource, filters = [], sorters = [], pagination, meta }: ListParams) {
    const page = pageOf(pagination, meta);
    const answer = await listRows(await spec(resource), { filters, sorters, page }, { signal: signalOf(meta), early: true });
    return { ...answer, data: answer.data.map(spreadCustom) };
  },
  async getOne({ resource, id, meta }: ReadParams) {
    return { data: spreadCustom(await readRow(await spec(resource), id, { signal: signalOf(meta) })) };
  },
  create: (params: WriteParams) => write('create', params),
  update: (params: WriteParams) => write('update', params),
  deleteOne: (params: WriteParams) => write('delete', params),
  /** Any other address below the API root: the answer as it came. */
  async custom({ url, method, payload, query, headers, meta }: CustomParams) {
    const text = new URLSearchParams(Object.entries(recordIn(query)).map(([name, value]) => [name, String(value)])).toString();
    const { body } = await request(text ? `${url}?${text}` : url, {
      method: method.toUpperCase(),
      ...(payload === undefined ? {} : { body: payload }),
      ...(headers ? { headers } : {}),
      signal: signalOf(meta),
    });
    return { data: body };
  },
};

/**
 * refine's door to the API: every resource by its own wire table, else under `res/` (D-048). Lists page by `meta` (ListMeta)
 * and answer a ListAnswer. Failures are Problems. refine lets each caller name the record's type: here they are believed.
 */
export const dataProvider = calls as DataProvider;

/** What `getList` will answer, where that was asked for before the code was there and has come. */
export function earlyList<T>({ resource: name, filters = [], sorters = [], meta }: ListParams): ListAnswer<T> | undefined {
  const resource = plainResource(name);
  try {
    const answer = resource && earlyRows(resource, { filters, sorters, page: pageOf(undefined, meta) });
    return answer && { ...answer, data: answer.data.map(spreadCustom) as T[] };
  } catch {
    return undefined; // a refusal: the call is made anew, and says so in the list's place
  }
}

const spec = async (name: string) => (await loadPlainResource(name)).resource;

async function write(
  operation: 'create' | 'update' | 'delete',
  { resource: name, id, variables, meta }: WriteParams,
): Promise<{ data: AnyRow }> {
  const row = await writeRow(await spec(name), operation, gatherCustom(recordIn(variables)), id, headersOf(meta));
  if (name === customFieldRecords) customFieldWritten();
  return { data: spreadCustom(row) };
}

const pageOf = (pagination: Pagination, meta: ListParams['meta']): ListMeta => ({ ...numbered(pagination), ...meta });

function numbered(pagination: Pagination): ListMeta {
  if (!pagination || pagination.mode === 'off') return {};
  const limit = pagination.pageSize ?? 10;
  return { limit, start: ((pagination.currentPage ?? 1) - 1) * limit };
}

/** refine hands on the query's signal: a list that nobody waits for any more is given up. */
function signalOf(meta: unknown): AbortSignal | undefined {
  const { signal } = recordIn(recordIn(meta)['queryContext']);
  return signal instanceof AbortSignal ? signal : undefined;
}
function headersOf(meta: unknown): { headers?: Readonly<Record<string, string>> } {
  const { headers } = recordIn(meta);
  return headers
    ? { headers: Object.fromEntries(Object.entries(recordIn(headers)).map(([name, text]) => [name, String(text)])) }
    : {};
}
