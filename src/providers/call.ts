import type { CallSpec, DataOf, SentTo } from '../schemas/kit/call';
import { Refusal, type FieldError, type ProblemCode } from '../schemas/kit/problem';
import { parseWire, wireUrl, type Wire } from '../schemas/kit/wire';
import { request } from './http';

/** The envelope of a call of the source (D-045). */
export interface CallAnswer<T> {
  readonly code: number;
  readonly message?: string;
  readonly data: T;
  readonly count?: number;
  readonly [more: string]: unknown;
}
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly early?: boolean;
}
/** What is sent, by the wire's own names; the server's schema of the call says of which type each value is. */
export type CallValues = Readonly<Record<string, unknown>>;
/** Longest address a GET that writes may have; longer ones take the POST form (D-051). */
const longestAddress = 4000;

/** Makes a hand-made call: its contract says what may be sent and what `data` of the answer is. Else as `callWire`. */
export const call = <const C extends CallSpec>(
  spec: C,
  values: SentTo<C>,
  options: CallOptions = {},
): Promise<CallAnswer<DataOf<C>>> => callWire(spec, values, options);

/**
 * Makes a hand-made call. `values` are by the wire's own names: those of path and query go there, the rest is the body (of a
 * GET that writes the query). Throws a Problem for any `code` but 200; without a message 'Some Error' (D-053).
 */
export async function callWire<T>(
  spec: { readonly wire: string | readonly string[]; readonly as?: string },
  values: CallValues,
  options: CallOptions = {},
): Promise<CallAnswer<T>> {
  const wire = parseWire([spec.wire].flat()[0]!);
  return openEnvelope<T>((await sendWire(wire, values, { ...options, writes: isWrite(spec.as) })).body);
}

/** A call under `res/`: bare answer, plain statuses. */
export async function requestRow<T>(path: string, how: { method?: string; body?: unknown } & CallOptions = {}): Promise<T> {
  return (await request(path, how)).body as T;
}

/** Sends values by wire name; `writes` makes a GET carry them all, as POST when the address grows too long. */
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

/** The envelope of an answer, or a Problem when its `code` is not 200. */
export function openEnvelope<T>(body: unknown): CallAnswer<T> {
  const answer = body as Partial<CallAnswer<T>> & { readonly errors?: readonly FieldError[] };
  if (answer.code === 200) return answer as CallAnswer<T>;
  const { code, message, errors = [], data: _, ...more } = answer;
  throw new Refusal((code ?? 500) as ProblemCode, message || 'Some Error', errors, more);
}

export const isWrite = (as: string | undefined): boolean => as !== undefined && !['list', 'read', 'export'].includes(as);

/** Where a GET with these values goes, path and query. */
export function addressOf(wire: Wire, values: CallValues): string {
  const inUrl = new Set([...wire.params, ...wire.query].map((item) => item.name));
  return withQuery(
    wireUrl(wire, values),
    Object.fromEntries(Object.entries(values).filter(([name, value]) => !inUrl.has(name) && value !== undefined)),
  );
}

function withQuery(address: string, rest: CallValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    for (const one of [value].flat())
      if (one !== null && one !== '') query.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  }
  const text = query.toString();
  return text ? `${address}${address.includes('?') ? '&' : '?'}${text}` : address;
}

function constants(wire: Wire): Record<string, string> {
  return Object.fromEntries(wire.body.flatMap((item) => (item.constant === undefined ? [] : [[item.name, item.constant]])));
}
