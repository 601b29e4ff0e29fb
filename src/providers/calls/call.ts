import type { CallSpec, DataOf, MembersOf } from '../../schemas/kit/call';
import type { SentTo } from '../../schemas/kit/sent-to';
import { recordIn } from '../../schemas/kit/is-record';
import { fieldErrors, Refusal } from '../../schemas/kit/problem';
import type { AnyRow } from '../../schemas/kit/resource';
import { addressOf, isPlain, parseWire, wireUrl, type Wire } from '../../schemas/kit/wire';
import { request, type Answer } from './http';

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
  /** As in RequestOptions. */
  readonly session?: 'keep';
  readonly keepalive?: boolean;
}
/** Values by wire name, of whatever call. */
export type CallValues = Readonly<AnyRow>;
/**
 * What a call needs of its contract. A call of a resource has none (its schema file is it) and is written with this much.
 * `bare`: its answer has no envelope, although it is not under `res/`.
 */
export type Callable = Pick<CallSpec, 'wire' | 'query' | 'body' | 'data' | 'members'> & {
  readonly as?: string;
  readonly bare?: true;
};
/** What `call` answers: `data`, and what the contract says comes with it. */
export type AnswerOf<C> = CallAnswer<DataOf<C>, MembersOf<C>>;
/** Longest address a GET that writes may have; longer ones take the POST form (D-051). */
const longestAddress = 4000;

/** Makes a call; its contract types the values and the answer. Throws as `answerOf`. */
export const call = async <const C extends Callable>(
  spec: C,
  values: SentTo<C>,
  options: CallOptions = {},
): Promise<AnswerOf<C>> => answerOf(spec, (await sendCall(spec, values, options)).body);

/** The `data` of a call: of one under `res/` all that it answers. */
export const callRow = async <const C extends Callable>(
  spec: C,
  values: SentTo<C>,
  options: CallOptions = {},
): Promise<DataOf<C>> => (await call(spec, values, options)).data;

/** The same as it came back, with its headers, for callers that evaluate its `code` themselves. */
export const sendCall = <const C extends Callable>(spec: C, values: SentTo<C>, options: CallOptions = {}): Promise<Answer> =>
  sendWire(wireOf(spec), values, { ...options, writes: isWrite(spec.as) });

/** Makes a hand-made call that takes a file: what the form holds goes as multipart, `values` into the address. */
export async function callForm<const C extends Callable>(
  spec: C,
  form: FormData,
  values: Partial<SentTo<C>> = {},
  options: CallOptions = {},
): Promise<AnswerOf<C>> {
  return answerOf(spec, (await sendForm(wireOf(spec), form, values, options)).body);
}

/**
 * An answer, typed by its contract: the server built it from there, so it is not checked again here. A bare one is the `data` of
 * what this returns. Throws a Refusal for any `code` but 200, 'Some Error' without a message (D-053).
 */
export function answerOf<const C extends Callable>(spec: C, body: unknown): AnswerOf<C> {
  const isBare = spec.bare || isPlain(wireOf(spec));
  if (!isBare) openEnvelope(body);
  const answer: unknown = isBare ? { code: 200, data: body } : body;
  return answer as AnswerOf<C>;
}

export const wireOf = ({ wire }: Callable): Wire => parseWire([wire].flat()[0] ?? '');

/**
 * Sends values by wire name: those of path and query go there, the others into the body (for a GET that writes into the query).
 * `writes` makes a GET carry them all, or a POST if the URL is too long.
 */
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

/** A form goes as multipart, `values` into the address. */
export const sendForm = (wire: Wire, form: FormData, values: CallValues, options: CallOptions = {}): Promise<Answer> =>
  request(wireUrl(wire, values), { ...options, method: 'POST', body: form });

/** The members of an envelope; throws as `answerOf`. */
export function openEnvelope(body: unknown): AnyRow {
  const { code, message, errors, data, ...more } = recordIn(body);
  if (code === 200) return { ...more, data };
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
