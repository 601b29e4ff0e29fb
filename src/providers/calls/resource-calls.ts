import type { ListAnswer } from '../../schemas/kit/list';
import { isOnlySearched } from '../../schemas/kit/list-query';
import { byWireName, listValues, type ListQuery } from '../../schemas/kit/list-values';
import { isRecord, recordIn } from '../../schemas/kit/is-record';
import { wiresOf, type AnyResource, type AnyRow } from '../../schemas/kit/resource';
import { addressOf, isPlain, keyNames, parseWire, type Wire } from '../../schemas/kit/wire';
import { openEnvelope, sendWire, type CallOptions } from './call';
import { requestedEarly, type Answer } from './http';

type Operation = 'list' | 'read' | 'create' | 'update' | 'status' | 'delete';
/** The list call of a resource, by its own wire or under `res/`; reads totals and cursors in either form (D-047). */
export async function listRows(resource: AnyResource, query: ListQuery, options: CallOptions = {}): Promise<ListAnswer<AnyRow>> {
  const wire = wireOf(resource, 'list');
  const answer = await sendWire(wire, sentValues(resource, wire, query), options);
  return openList(resource, wire, answer);
}

/** The list if it was requested before the code had loaded; otherwise undefined, also for lists that use POST. */
export function earlyRows(resource: AnyResource, query: ListQuery): ListAnswer<AnyRow> | undefined {
  const wire = wireOf(resource, 'list');
  if (wire.methods[0] !== 'GET') return undefined;
  const answer = requestedEarly(addressOf(wire, sentValues(resource, wire, query)));
  return answer && openList(resource, wire, answer);
}

/**
 * The values of the list call. Throws for a comparison with a field that the wire only searches: `name=Goa` finds each name that
 * contains it, and one text only.
 */
function sentValues(resource: AnyResource, wire: Wire, query: ListQuery): AnyRow {
  const searches = [...wire.query, ...wire.body].filter((item) => isOnlySearched(resource, item.field));
  const compared = query.filters.find(
    ({ field, operator }) => operator === 'eq' && searches.some((item) => item.field === field || item.name === field),
  );
  if (compared) {
    const { field, values } = compared;
    throw new Error(
      `A list has no filter '${values.length > 1 ? 'in' : 'eq'}' of ${field}, which is only searched: use 'contains'.`,
    );
  }
  return byWireName(wire, listValues(wire, query));
}

const openList = (resource: AnyResource, wire: Wire, answer: Answer): ListAnswer<AnyRow> =>
  isPlain(wire) ? plainList(answer) : envelopeList(resource, answer);

export async function readRow(resource: AnyResource, id: string | number, options: CallOptions = {}): Promise<AnyRow> {
  const wire = wireOf(resource, 'read');
  const data = dataOf(wire, await sendWire(wire, withKey({}, id), options));
  const row: unknown = Array.isArray(data) ? data[0] : data;
  if (!isRecord(row)) throw new TypeError(`${resource.name} ${id} was answered without the record`);
  return row;
}

/** Create, update, status and delete. Returns the record, or the members that `reply` of its schema names. */
export async function writeRow(
  resource: AnyResource,
  operation: 'create' | 'update' | 'delete',
  values: AnyRow,
  id?: string | number,
  options: CallOptions = {},
): Promise<AnyRow> {
  const wire = wireOf(
    resource,
    operation === 'update' && onlyStatus(values) && hasWire(resource, 'status') ? 'status' : operation,
  );
  const sent = byWireName(wire, values);
  const answer = await sendWire(wire, id === undefined ? sent : withKey(sent, id, wire), { ...options, writes: true });
  return recordIn(dataOf(wire, answer));
}

export const hasWire = (resource: AnyResource, operation: Operation): boolean => wiresOf(resource, operation).length > 0;

function wireOf(resource: AnyResource, operation: Operation): Wire {
  const [text] = wiresOf(resource, operation);
  if (text === undefined) throw new Error(`${resource.name} has no ${operation} call`);
  return parseWire(text);
}

const onlyStatus = (values: AnyRow): boolean =>
  'status' in values && Object.keys(values).every((name) => ['status', 'row_version'].includes(name));

/** The key under each name that a wire can use; in the body only if the wire names it. */
function withKey(values: AnyRow, id: string | number, wire?: Wire): AnyRow {
  const named = wire
    ? keyNames.filter((name) => [...wire.params, ...wire.query, ...wire.body].some((item) => item.name === name))
    : keyNames;
  return { ...values, ...Object.fromEntries(named.map((name) => [name, id])) };
}

function dataOf(wire: Wire, answer: Answer): unknown {
  return isPlain(wire) ? answer.body : openEnvelope(answer.body).data;
}

function plainList({ body, headers }: Answer): ListAnswer<AnyRow> {
  const total = headers.get('x-total-count');
  return listAnswer(
    body,
    total === null ? undefined : Number(total),
    headers.get('x-total-exact') !== 'false',
    headers.get('x-next'),
    headers.get('x-prev'),
  );
}

function envelopeList(resource: AnyResource, { body }: Answer): ListAnswer<AnyRow> {
  const { data, count, total_exact: exact, totalDocuments, next, prev } = openEnvelope(body);
  const inner = resource.reply?.list === 'data.data+count' ? recordIn(data) : { data, count };
  return listAnswer(inner['data'], inner['count'] ?? totalDocuments, exact !== false, next, prev);
}

function listAnswer(rows: unknown, total: unknown, totalExact: boolean, next: unknown, prev: unknown): ListAnswer<AnyRow> {
  if (!isList(rows)) throw new TypeError('the answer holds no list');
  return {
    data: rows,
    total: typeof total === 'number' ? total : rows.length,
    totalExact,
    ...(typeof next === 'string' && next ? { next } : {}),
    ...(typeof prev === 'string' && prev ? { prev } : {}),
  };
}

/** Checking one row is enough: all rows of a list have the same shape. */
const isList = (rows: unknown): rows is AnyRow[] => Array.isArray(rows) && (rows.length === 0 || isRecord(rows[0]));
