import type {
  BaseRecord,
  CrudFilter,
  DataProvider,
  GetListParams,
  GetListResponse,
  GetManyParams,
  GetManyResponse,
} from '@refinedev/core';
import dataProvider, { axiosInstance } from '@refinedev/simple-rest';
import { filterName, filterTexts } from '../../schemas/kit/list-query';
import { listFilters } from './crud-filters';
import { request } from './http';
import { asRefineReads } from './refused-write';

/**
 * refine's simple-rest on top of the product's HTTP client: the same session, headers, renewal and errors as every other call.
 */
const client = axiosInstance.create({
  adapter: async (config) => {
    const path = (config.url ?? '').replace(/^\/api\//, '');
    const { status, body, headers } = await asRefineReads(
      request(path, {
        method: (config.method ?? 'get').toUpperCase(),
        headers: headersOf(config.headers), // those of `meta.headers` among them
        // axios passes the body as JSON text already
        ...(typeof config.data === 'string' ? { body: JSON.parse(config.data) } : {}),
      }),
    );
    return { data: body, status, statusText: '', headers: Object.fromEntries(headers), config };
  },
});
const headersOf = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (/^content-type$/i.test(name) ? [] : [[name, String(value)]])),
  );
const plain = dataProvider('/api/res', client);

/** The maximum page size of a list (D-047); without one a list answers ten rows. */
const largestPage = 100;

/** With two additions: the operators that it writes as equality are those of the product's lists, and no list is cut off. */
export const simpleRest = {
  ...plain,
  getList,
  getMany: <T extends BaseRecord>({ resource, ids, meta }: GetManyParams): Promise<GetManyResponse<T>> =>
    getList({
      resource,
      filters: [{ field: 'id', operator: 'in', value: ids }],
      pagination: { mode: 'off' },
      ...(meta ? { meta } : {}),
    }),
} satisfies Partial<DataProvider>;

async function getList<T extends BaseRecord>({ filters = [], ...params }: GetListParams): Promise<GetListResponse<T>> {
  const named = namedFilters(filters);
  if (!named) return { data: [], total: 0 };
  const { mode = 'server' } = params.pagination ?? {};
  const asked = { ...params, filters: named };
  return mode === 'server' ? plain.getList(asked) : allRows(asked);
}

/** Under the names of the list grammar, which simple-rest writes as they are. Undefined if no record can match. */
const namedFilters = (filters: readonly CrudFilter[]): CrudFilter[] | undefined =>
  listFilters(filters)?.map((one) => ({ field: filterName(one), operator: 'eq', value: filterTexts(one) }));

async function allRows<T extends BaseRecord>(params: GetListParams): Promise<GetListResponse<T>> {
  const data: T[] = [];
  for (let currentPage = 1; ; currentPage++) {
    const page: GetListResponse<T> = await plain.getList({ ...params, pagination: { currentPage, pageSize: largestPage } });
    data.push(...page.data);
    if (page.data.length < largestPage) return { data, total: data.length };
  }
}
