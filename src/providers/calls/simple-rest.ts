import type {
  BaseKey,
  BaseRecord,
  CrudFilter,
  DataProvider,
  GetListParams,
  GetListResponse,
  GetManyParams,
  GetManyResponse,
} from '@refinedev/core';
import dataProvider, { axiosInstance } from '@refinedev/simple-rest';
import { largestPage } from '../../schemas/kit/list';
import { filterName, filterTexts } from '../../schemas/kit/list-query';
import { listFilters } from './crud-filters';
import { request } from './http';
import { idBatches } from './many-rows';
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

/**
 * With three additions: the operators that it writes as equality are those of the product's lists, no list is cut off, and an id is
 * one part of the address, whatever it contains.
 */
export const simpleRest = {
  ...plain,
  getList,
  async getMany<T extends BaseRecord>({ resource, ids, meta }: GetManyParams): Promise<GetManyResponse<T>> {
    const data: T[] = [];
    for (const some of idBatches(ids)) {
      const filters: CrudFilter[] = [{ field: 'id', operator: 'in', value: some }];
      const pagination = { pageSize: some.length };
      const found: GetListResponse<T> = await getList({ resource, filters, pagination, ...(meta ? { meta } : {}) });
      data.push(...found.data);
    }
    return { data };
  },
  getOne: (params) => plain.getOne(inAddress(params)),
  update: (params) => plain.update(inAddress(params)),
  deleteOne: (params) => plain.deleteOne(inAddress(params)),
} satisfies Partial<DataProvider>;

const inAddress = <P extends { readonly id: BaseKey }>(params: P): P => ({ ...params, id: encodeURIComponent(params.id) });

async function getList<T extends BaseRecord>({
  filters = [],
  pagination,
  ...params
}: GetListParams): Promise<GetListResponse<T>> {
  const named = namedFilters(filters);
  if (!named) return { data: [], total: 0 };
  const { mode = 'server', currentPage = 1, pageSize = 10 } = pagination ?? {};
  if (mode !== 'server') return rowsBetween({ ...params, filters: named }, 0, Number.POSITIVE_INFINITY);
  return rowsBetween({ ...params, filters: named }, (currentPage - 1) * pageSize, currentPage * pageSize);
}

/** Under the names of the list grammar, which simple-rest writes as they are. Undefined if no record can match. */
const namedFilters = (filters: readonly CrudFilter[]): CrudFilter[] | undefined =>
  listFilters(filters)?.map((one) => plainly(filterName(one), filterTexts(one)));
const plainly = (field: string, value: unknown): CrudFilter => ({ field, operator: 'eq', value });

async function rowsBetween<T extends BaseRecord>(
  { filters, ...params }: Omit<GetListParams, 'filters'> & { readonly filters: readonly CrudFilter[] },
  start: number,
  end: number,
): Promise<GetListResponse<T>> {
  const data: T[] = [];
  for (let at = start; ; at += largestPage) {
    const to = Math.min(at + largestPage, end);
    const window = [plainly('_start', at), plainly('_end', to)];
    const page: GetListResponse<T> = await plain.getList({
      ...params,
      filters: [...filters, ...window],
      pagination: { mode: 'off' },
    });
    data.push(...page.data);
    if (to >= end) return { data, total: page.total };
    if (page.data.length < largestPage) return { data, total: Number.isFinite(end) ? page.total : data.length };
  }
}
