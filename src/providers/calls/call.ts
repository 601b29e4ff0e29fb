import type { CallSpec, DataOf, MembersOf, SentTo } from '../../schemas/kit/call';
import { recordIn } from '../../schemas/kit/is-record';
import { fieldErrors, Refusal } from '../../schemas/kit/problem';
import type { AnyRow } from '../../schemas/kit/resource';
import { addressOf, isPlain, parseWire, wireUrl, type Wire } from '../../schemas/kit/wire';
import { request } from './http';

/** The answer of calls outside `res/` (D-045). */
export type CallAnswer<T, M = unknown> = M & {
  readonly code: number;
  readonly message?: string;
  readonly data: T;
  readonly count?: number;
  readonly [more: string]: unknown;
};
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly early?: boolean;
}
/** The values to send, by wire name; the types are those of the call's schema on the server. */
export type CallValues = Readonly<AnyRow>;
/**
 * What a call needs of its contract. A call of a resource has none (its schema file is it) and is written with this much.
 * `bare`: its answer has no envelope, although it is not under `res/`.
 */
export type Callable = Pick<CallSpec, 'wire' | 'body' | 'data' | 'members'> & { readonly as?: string; readonly bare?: true };
/** What `answerTo` answers: `data`, and what the contract says comes with it. */
export type AnswerOf<C> = CallAnswer<DataOf<C>, MembersOf<C>>;
/** Longest address a GET that writes may have; longer ones take the POST form (D-051). */
const longestAddress = 4000;

/** Makes a hand-made call; its contract types the values and the answer's `data`. Otherwise as `callWire`. */
export const call = <const C extends Callable>(
  spec: C,
  values: SentTo<C>,
  options: CallOptions = {},
): Promise<CallAnswer<DataOf<C>, MembersOf<C>>> => callWire(spec, values, options);

/** The same for a call under `res/`: answer without envelope, HTTP statuses. */
export async function callRow<const C extends Callable>(
  spec: C,
  values: SentTo<C>,
  options: CallOptions = {},
): Promise<DataOf<C>> {
  return bodyOf(await sendWire(wireOf(spec), values, { ...options, writes: isWrite(spec.as) }));
}

/** The same for both kinds, for those that read by contract: a bare answer is the `data` of what comes back. */
export async function answerTo<const C extends Callable>(
  spec: C,
  values: SentTo<C>,
  options: CallOptions = {},
): Promise<AnswerOf<C>> {
  const wire = wireOf(spec);
  const { body } = await sendWire(wire, values, { ...options, writes: isWrite(spec.as) });
  return spec.bare || isPlain(wire) ? bodyOf({ body: { code: 200, data: body } }) : openEnvelope(body);
}

/**
 * Makes a hand-made call. `values` are by wire name: those of path and query go there, the others into the body (for a GET that
 * writes into the query). Throws a Problem for any `code` but 200; without a message it is 'Some Error' (D-053).
 */
export async function callWire<T, M = unknown>(
  spec: Callable,
  values: CallValues,
  options: CallOptions = {},
): Promise<CallAnswer<T, M>> {
  return openEnvelope((await sendWire(wireOf(spec), values, { ...options, writes: isWrite(spec.as) })).body);
}

/** A call under `res/`: answer without envelope, HTTP statuses. */
export async function requestRow<T>(path: string, how: { method?: string; body?: unknown } & CallOptions = {}): Promise<T> {
  return bodyOf(await request(path, how));
}

/** The server built the body from the schema or contract that T comes from, so it is not checked again here. */
const bodyOf = <T>({ body }: { readonly body: unknown }): T => body as T;

export const wireOf = ({ wire }: Callable): Wire => parseWire([wire].flat()[0] ?? '');

/** Sends values by wire name; `writes` makes a GET carry them all, or a POST if the URL is too long. */
export function sendWire(
  wire: Wire,
  values: CallValues,
  { writes = false, ...options }: CallOptions & { readonly writes?: boolean } = {},
) {
  const method = wire.methods[0]!;
  const addressed = new Set([...wire.params, ...wire.query].map((item) => item.name));
  const rest = Object.fromEntries(Object.entries(values).filter(([name, value]) => !addressed.has(name) && value !== undefined));
  if (method !== 'GET' && method !== 'DELETE')
    return request(wireUrl(wire, values), { ...options, method, body: { ...constants(wire), ...rest } });
  if (method === 'DELETE')
    return request(wireUrl(wire, values), { ...options, method, ...(Object.keys(rest).length ? { body: rest } : {}) });
  const address = addressOf(wire, values);
  if (!writes || address.length <= longestAddress) return request(address, options);
  const inPath = new Set(wire.params.map((item) => item.name));
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.has(name)));
  return request(wireUrl({ ...wire, query: wire.query.filter((item) => item.constant !== undefined) }, values), {
    ...options,
    method: 'POST',
    body,
  });
}

/** The envelope of an answer; throws a Problem if its `code` is not 200. */
export function openEnvelope<T, M = unknown>(body: unknown): CallAnswer<T, M> {
  const { code, message, errors, data: _, ...more } = recordIn(body);
  if (code === 200) return bodyOf({ body });
  throw new Refusal(
    typeof code === 'number' ? code : 500,
    typeof message === 'string' && message ? message : 'Some Error',
    fieldErrors(errors),
    more,
  );
}

export const isWrite = (as: string | undefined): boolean => as !== undefined && !['list', 'read', 'export'].includes(as);

function constants(wire: Wire): Record<string, string> {
  return Object.fromEntries(wire.body.flatMap((item) => (item.constant === undefined ? [] : [[item.name, item.constant]])));
}
