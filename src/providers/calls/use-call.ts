import { keepPreviousData, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { DataOf } from '../../schemas/kit/call';
import type { SentTo } from '../../schemas/kit/sent-to';
import { call, type AnswerOf, type Callable, type CallValues } from './call';

/** Times are in milliseconds. What is left out is as the query client has it. */
export interface ReadOptions<T> {
  readonly enabled?: boolean;
  readonly retry?: false;
  readonly staleTime?: number;
  readonly gcTime?: number;
  /** Asks again after so long; a function decides by what is known. */
  readonly refetchInterval?: number | ((known: T | undefined) => number | false);
  /** Shows the answer to the values before until that to the new ones has come. */
  readonly keepPrevious?: boolean;
  /** As in CallOptions: the page begins with this read. */
  readonly early?: boolean;
  /** A part of the key that is not sent: with another one the call is made again. */
  readonly version?: unknown;
  /** Makes the call where the page's own session does not, as in the chat frame. The session is not a part of the key. */
  readonly send?: typeof call;
  /** Wraps each request, where a failure needs more than the error that the hook returns. */
  readonly around?: Around;
}
export type Around = <A>(ask: () => Promise<A>, signal: AbortSignal) => Promise<A>;

/** Reports each failure, except that of a request that nobody waits for any more. */
export const reporting =
  (report: (error: unknown) => void): Around =>
  (ask, signal) =>
    ask().catch((error: unknown) => {
      if (!signal.aborted) report(error);
      throw error;
    });
/** The failure is only logged; the place shows nothing. */
export const logged = reporting((error) => console.error(error));

/** The first wire of a call, by which its answers are known. */
export const callName = ({ wire }: Pick<Callable, 'wire'>): string => [wire].flat()[0] ?? '';

/** The key of a call's answer to these values. Without values, and with some of them, it is what `invalidateQueries` takes for all it fits. */
export const callKey = (spec: Pick<Callable, 'wire'>, values?: CallValues): readonly unknown[] =>
  values ? ['call', callName(spec), values] : ['call', callName(spec)];

/**
 * Reads by a call: `data` of its answer, typed by its contract. Kept by call and values, given up when nobody waits for it.
 * The error is what `call` throws.
 */
export const useCall = <const C extends Callable>(
  spec: C,
  values: SentTo<C>,
  options: ReadOptions<DataOf<C>> = {},
): UseQueryResult<DataOf<C>> => useAnswer<C, DataOf<C>>(spec, values, dataIn, options);

/** One call with each of these values, all answers together. */
export const useEach = <const C extends Callable>(spec: C, all: readonly SentTo<C>[]): UseQueryResult<DataOf<C>[]> =>
  useQuery({
    queryKey: [...callKey(spec), all],
    queryFn: ({ signal }) => Promise.all(all.map((values) => call(spec, values, { signal }))),
    select: (answers) => answers.map((answer) => dataIn(answer)),
    retry: false,
  });

const dataIn = <T>({ data }: { readonly data: T }): T => data;

/** The same, with what `read` takes of the answer: a function of the module, since another one reads again. */
export function useAnswer<const C extends Callable, T>(
  spec: C,
  values: SentTo<C>,
  read: (answer: AnswerOf<C>) => T,
  options: ReadOptions<T> = {},
): UseQueryResult<T> {
  const { refetchInterval: again, keepPrevious, early, version, around = asIs, send = call, ...rest } = options;
  const key = callKey(spec, values);
  return useQuery({
    ...rest,
    queryKey: version === undefined ? key : [...key, version],
    queryFn: ({ signal }) => around(() => send(spec, values, { signal, ...(early ? { early } : {}) }), signal),
    select: read,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(again === undefined
      ? {}
      : {
          refetchInterval: ({ state: { data } }: { readonly state: { readonly data: AnswerOf<C> | undefined } }) =>
            typeof again === 'number' ? again : again(data === undefined ? undefined : read(data)),
        }),
  });
}

const asIs: Around = (ask) => ask();

/** Changes what is known of an answer's `data` without asking again; does nothing where it is not known. */
export function changeKnown<C extends Callable>(
  client: QueryClient,
  spec: C,
  values: SentTo<C>,
  change: (data: DataOf<C>) => DataOf<C>,
): void {
  client.setQueryData<AnswerOf<C>>(callKey(spec, values), (known) => known && { ...known, data: change(known.data) });
}
