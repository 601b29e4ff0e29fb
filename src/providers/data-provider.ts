import type { BaseRecord, DataProvider } from '@refinedev/core';
import type { ListAnswer, ListMeta } from '../schemas/kit/list';
import { request } from './http';
import { gatherCustom, spreadCustom } from '../schemas/kit/custom-fields';
import { customFieldRecords } from '../schemas/kit/named-resources';
import { customFieldWritten } from './custom-specs';
import { loadPlainResource, plainResource } from './resource-chunk';
import { earlyRows, listRows, readRow, writeRow } from './resource-calls';

/**
 * refine's door to the API: every resource by its own wire table, else under `res/` (D-048). Lists page by `meta` (ListMeta)
 * and answer a ListAnswer. Failures are Problems.
 */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/api',

  async getList<T extends BaseRecord>({
    resource,
    filters = [],
    sorters = [],
    pagination,
    meta,
  }: Parameters<DataProvider['getList']>[0]) {
    const page: ListMeta = { ...numbered(pagination), ...(meta as ListMeta | undefined) };
    const answer = await listRows<T & Record<string, unknown>>(
      await spec(resource),
      { filters, sorters, page },
      { signal: signalOf(meta), early: true },
    );
    return { ...answer, data: answer.data.map(spreadCustom) };
  },
  async getOne<T extends BaseRecord>({ resource, id, meta }: Parameters<DataProvider['getOne']>[0]) {
    return {
      data: spreadCustom(await readRow<T & Record<string, unknown>>(await spec(resource), id, { signal: signalOf(meta) })),
    };
  },
  async create<T extends BaseRecord>({ resource, variables, meta }: { resource: string; variables: unknown; meta?: unknown }) {
    return { data: (await write(resource, 'create', variables, undefined, meta)) as T };
  },
  async update<T extends BaseRecord>({
    resource,
    id,
    variables,
    meta,
  }: {
    resource: string;
    id: string | number;
    variables: unknown;
    meta?: unknown;
  }) {
    return { data: (await write(resource, 'update', variables, id, meta)) as T };
  },
  async deleteOne<T extends BaseRecord>({
    resource,
    id,
    variables,
    meta,
  }: {
    resource: string;
    id: string | number;
    variables?: unknown;
    meta?: unknown;
  }) {
    return { data: (await write(resource, 'delete', variables, id, meta)) as T };
  },
  /** Any other address below the API root: the answer as it came. */
  async custom<T extends BaseRecord>({
    url,
    method,
    payload,
    query,
    headers,
    meta,
  }: Parameters<NonNullable<DataProvider['custom']>>[0]) {
    const text = query ? new URLSearchParams(query as Record<string, string>).toString() : '';
    const { body } = await request(text ? `${url}?${text}` : url, {
      method: method.toUpperCase(),
      ...(payload === undefined ? {} : { body: payload }),
      ...(headers ? { headers } : {}),
      signal: signalOf(meta),
    });
    return { data: body as T };
  },
};

type ListParams = Parameters<DataProvider['getList']>[0];

/** What `getList` will answer, where that was asked for before the code was there and has come. */
export function earlyList<T>({ resource: name, filters = [], sorters = [], meta }: ListParams): ListAnswer<T> | undefined {
  const resource = plainResource(name);
  try {
    const answer = resource && earlyRows(resource, { filters, sorters, page: (meta ?? {}) as ListMeta });
    return answer && { ...answer, data: answer.data.map(spreadCustom) as T[] };
  } catch {
    return undefined; // a refusal: the call is made anew, and says so in the list's place
  }
}

const spec = async (name: string) => (await loadPlainResource(name)).resource;

async function write(
  name: string,
  operation: 'create' | 'update' | 'delete',
  variables: unknown,
  id: string | number | undefined,
  meta: unknown,
): Promise<Record<string, unknown>> {
  const row = await writeRow(await spec(name), operation, gatherCustom(values(variables)), id, headersOf(meta));
  if (name === customFieldRecords) customFieldWritten();
  return spreadCustom(row);
}

const values = (variables: unknown): Record<string, unknown> => (variables ?? {}) as Record<string, unknown>;

function numbered(pagination: { currentPage?: number; pageSize?: number; mode?: string } | undefined): ListMeta {
  if (!pagination || pagination.mode === 'off') return {};
  const limit = pagination.pageSize ?? 10;
  return { limit, start: ((pagination.currentPage ?? 1) - 1) * limit };
}

/** refine hands on the query's signal: a list that nobody waits for any more is given up. */
function signalOf(meta: unknown): AbortSignal | undefined {
  return (meta as { queryContext?: { signal?: AbortSignal } } | undefined)?.queryContext?.signal;
}
function headersOf(meta: unknown): { headers?: Readonly<Record<string, string>> } {
  const { headers } = (meta ?? {}) as { headers?: Readonly<Record<string, string>> };
  return headers ? { headers } : {};
}
