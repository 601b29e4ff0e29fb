import type { DataProvider } from '@refinedev/core';
import { spreadCustom } from '../../schemas/kit/custom-fields';
import { largestPage, type ListAnswer } from '../../schemas/kit/list';
import type { ListQuery } from '../../schemas/kit/list-values';
import { keyOf, type AnyResource, type AnyRow } from '../../schemas/kit/resource';
import { loadPlainResource } from '../screens/resource-chunk';
import type { CallOptions } from './call';
import { listRows } from './resource-calls';

type Ids = readonly (string | number)[];
type Rows = Promise<{ data: AnyRow[] }>;

/** A list without pages is read completely, up to this number of rows. */
const mostRows = 10_000;

/**
 * Reads a list to its end, or a page that is larger than the server's, by the cursor. Throws if there are too many rows to read
 * them all.
 */
export async function readRows(resource: AnyResource, query: ListQuery, how: CallOptions): Promise<ListAnswer<AnyRow>> {
  const { limit: most = Number.POSITIVE_INFINITY, start = 0 } = query.page;
  const data: AnyRow[] = [];
  let total: number | undefined;
  let after: string | undefined;
  do {
    if (data.length >= mostRows)
      throw new Error(`${resource.name} has more than ${mostRows.toLocaleString('en-IN')} rows: ask for pages of it.`);
    // a call with page numbers begins at a multiple of its page size
    const limit = Math.min(after ? largestPage : commonDivisor(largestPage, start), most - data.length);
    const answer = await listRows(resource, { ...query, page: { ...query.page, limit, ...(after ? { after } : {}) } }, how);
    data.push(...answer.data.map(spreadCustom));
    total ??= answer.total;
    after = answer.next;
  } while (after && data.length < most);
  return { data, total: Number.isFinite(most) ? total : data.length };
}
const commonDivisor = (one: number, other: number): number => (other === 0 ? one : commonDivisor(other, one % other));

/** Those that name a record, each once; an address holds about a thousand keys, one page holds a batch. */
export function idBatches(ids: Ids): Ids[] {
  const named = [...new Set(ids)].filter((id) => (id ?? '') !== '');
  return Array.from({ length: Math.ceil(named.length / largestPage) }, (_, at) =>
    named.slice(at * largestPage, (at + 1) * largestPage),
  );
}

/** In the order of the ids; those that are empty, do not exist or are not visible to this user are left out. */
export async function readMany(
  { resource, ids, meta }: Parameters<NonNullable<DataProvider['getMany']>>[0],
  getList: (params: Parameters<DataProvider['getList']>[0]) => Rows,
): Rows {
  const { name } = keyOf((await loadPlainResource(resource)).resource);
  const byId = new Map<string, AnyRow>();
  for (const some of idBatches(ids)) {
    const filters = [{ field: 'id', operator: 'in' as const, value: some }];
    const { data } = await getList({ resource, filters, pagination: { mode: 'off' }, ...(meta ? { meta } : {}) });
    for (const row of data) byId.set(String(row[name] ?? row['id']), row);
  }
  return {
    data: ids.flatMap((id) => {
      const row = byId.get(String(id));
      return row ? [row] : [];
    }),
  };
}

/** One after the other: a refusal stops at the record it is about, and says how many were written before. */
export async function inTurn<T>(all: readonly T[], written: string, write: (one: T) => Promise<{ data: AnyRow }>): Rows {
  const data: AnyRow[] = [];
  for (const one of all)
    try {
      data.push((await write(one)).data);
    } catch (error) {
      if (data.length && error instanceof Error) error.message += ` ${written} before this: ${data.length} of ${all.length}.`;
      throw error;
    }
  return { data };
}
