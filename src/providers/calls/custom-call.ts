import type { CrudFilter, CrudSort, DataProvider } from '@refinedev/core';
import { isRecord, recordIn } from '../../schemas/kit/is-record';
import { listValues } from '../../schemas/kit/list-values';
import type { AnyRow } from '../../schemas/kit/resource';
import { isPlain, parseWire } from '../../schemas/kit/wire';
import { openEnvelope } from './call';
import { listFilters } from './crud-filters';
import { request, type RequestOptions } from './http';
import { asRefineReads } from './refused-write';

type CustomParams = Parameters<NonNullable<DataProvider['custom']>>[0];
const root = '/api/';

/** Any other path below the API root: the answer as it is. Throws as every call if the answer is a refusal. */
export async function customCall(
  { url, method, payload, query, filters, sorters, headers }: CustomParams,
  options: Pick<RequestOptions, 'headers' | 'signal'>,
): Promise<{ data: unknown }> {
  const asked = { ...listQuery(filters, sorters), ...recordIn(query) };
  const text = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) =>
      [value].flat().flatMap((one): [string, string][] => (one === undefined || one === null ? [] : [[name, String(one)]])),
    ),
  ).toString();
  const path = url.startsWith(root) ? url.slice(root.length) : url;
  const answer = request(text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path, {
    method: method.toUpperCase(),
    ...(payload === undefined ? {} : { body: payload }),
    ...options,
    ...(headers ? { headers } : {}),
  });
  return { data: await asRefineReads(answer.then(({ body }) => accepted(path, body))) };
}

/** A call outside `res/` answers a refusal with HTTP 200 and a `code` (D-045). */
function accepted(path: string, body: unknown): unknown {
  if (!isPlain({ path }) && isRecord(body) && typeof body['code'] === 'number') openEnvelope(body);
  return body;
}

const plainWire = parseWire('GET res/list');
function listQuery(filters: readonly CrudFilter[] = [], sorters: readonly CrudSort[] = []): AnyRow {
  const listed = listFilters(filters);
  if (!listed) throw new Error("A call cannot be asked with 'in' and an empty list.");
  return listValues(plainWire, { filters: listed, sorters, page: {} });
}
