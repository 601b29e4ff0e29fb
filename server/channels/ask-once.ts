import { Problem, problem } from '../../src/schemas/kit/problem';
import type { Progress, Steps } from '../context/running-job';
import { Refused } from '../outbound/outbound';
import type { Tx } from '../store/store';
import { Unanswered } from './unanswered';

/** The outcome of one request to a provider. */
export type Outcome<A> =
  | { readonly state: 'done'; readonly answer: A }
  /** Surely not done. */
  | { readonly state: 'refused'; readonly error: Problem }
  /** Possibly done. It is listed, and only a person can repeat it. */
  | { readonly state: 'unknown'; readonly why: string };

/** What a transaction marked as being asked. `wasAsked`: marked before, by a process that ended without an outcome. */
export interface Begun<T> {
  readonly one: T;
  readonly wasAsked: boolean;
}
/** The part of a job's steps that is needed here; a call that a person waits for brings transactions of its own. */
export interface Transactions extends Pick<Steps, 'record'> {
  commit<T>(work: (tx: Tx) => Promise<Progress & { readonly value: T }>): Promise<T>;
}
export interface Asking<T, A> {
  /** Marks the next row as being asked; its key goes with the request. Undefined: there is nothing to ask. */
  begin(tx: Tx): Promise<Progress & { readonly value: Begun<T> | undefined }>;
  /** Everything that can fail before the request. Returns the function that sends it. */
  prepare(one: T): (() => Promise<A>) | Promise<() => Promise<A>>;
  /** The provider's result for this key, if it can look it up. */
  find?(one: T): Promise<A | undefined>;
  /** Writes the outcome on the row, unless it has a better one by now. */
  note(tx: Tx, one: T, outcome: Outcome<A>): Promise<void>;
}

/**
 * Asks a provider for one thing that must not happen twice (TRUST-R25): the row is marked first, in a transaction of its own,
 * then what goes out is prepared and the provider asked with the row's key, then the outcome is written. A row that was marked
 * before is looked up by its key, else unknown; it is never asked again. Undefined when there was nothing to ask.
 */
export async function askOnce<T, A>(steps: Transactions, asking: Asking<T, A>): Promise<Outcome<A> | undefined> {
  const begun = await steps.commit<Begun<T> | undefined>((tx) => asking.begin(tx));
  if (!begun) return undefined;
  const outcome = begun.wasAsked ? await found(asking, begun.one) : await asked(asking, begun.one);
  await steps.record((tx) => asking.note(tx, begun.one, outcome));
  return outcome;
}

/** The same for a batch of rows that one request, or several at a time, hands over. */
export interface AskingEach<T, A> {
  /** Marks the next rows as being asked; undefined: there is nothing to ask. Rows in `left` were marked by a process that ended. */
  begin(
    tx: Tx,
  ): Promise<Progress & { readonly value: { readonly fresh: readonly T[]; readonly left: readonly T[] } | undefined }>;
  /** Returns the function that sends them and answers an outcome for each, in their order. It throws nothing. */
  prepare(fresh: readonly T[]): () => Promise<readonly Outcome<A>[]>;
  find?(one: T): Promise<A | undefined>;
  note(tx: Tx, ended: readonly Ended<T, A>[]): Promise<void>;
}
export interface Ended<T, A> {
  readonly one: T;
  readonly outcome: Outcome<A>;
}

/**
 * Asks for each row of batch after batch once, as `askOnce` does for one, until there is nothing to ask ('all') or `isEnough` of
 * the batches so far. A batch's outcomes are noted with the mark of the next one: no more than one batch is ever without an outcome.
 */
export async function askInBatches<T, A>(
  steps: Transactions,
  asking: AskingEach<T, A>,
  isEnough: () => boolean,
): Promise<'all' | 'enough'> {
  let ended: readonly Ended<T, A>[] = [];
  for (;;) {
    const begun = await notedAndBegun(steps, asking, ended);
    if (!begun) return 'all';
    ended = await endedOf(asking, begun);
    if (!isEnough()) continue;
    await noteAlone(steps, asking, ended);
    return 'enough';
  }
}

async function notedAndBegun<T, A>(steps: Transactions, asking: AskingEach<T, A>, before: readonly Ended<T, A>[]) {
  try {
    return await steps.commit(async (tx) => {
      if (before.length) await asking.note(tx, before);
      return asking.begin(tx);
    });
  } catch (error) {
    // Whatever keeps the next batch from beginning, the outcomes of this one are known.
    await noteAlone(steps, asking, before);
    throw error;
  }
}

async function noteAlone<T, A>(steps: Transactions, asking: AskingEach<T, A>, ended: readonly Ended<T, A>[]): Promise<void> {
  if (ended.length) await steps.record((tx) => asking.note(tx, ended));
}

async function endedOf<T, A>(
  asking: AskingEach<T, A>,
  { fresh, left }: { readonly fresh: readonly T[]; readonly left: readonly T[] },
): Promise<Ended<T, A>[]> {
  const outcomes = fresh.length ? await asking.prepare(fresh)() : [];
  const lost = await Promise.all(left.map(async (one) => ({ one, outcome: await found(asking, one) })));
  return [...lost, ...fresh.map((one, at) => ({ one, outcome: outcomes[at] ?? unanswered }))];
}

const unanswered = { state: 'unknown', why: "The request was sent, but the provider's reply was lost." } as const;

const asked = <T, A>({ prepare }: Asking<T, A>, one: T): Promise<Outcome<A>> => outcomeOf(() => prepare(one));

/** Prepares a request, sends it, and says what is known of it afterwards. Never throws. */
export async function outcomeOf<A>(prepare: () => (() => Promise<A>) | Promise<() => Promise<A>>): Promise<Outcome<A>> {
  let ask: () => Promise<A>;
  try {
    ask = await prepare();
  } catch (error) {
    return { state: 'refused', error: refusal(error) };
  }
  try {
    return { state: 'done', answer: await ask() };
  } catch (error) {
    if (error instanceof Unanswered) return { state: 'unknown', why: error.message };
    if (error instanceof Refused && error.wasSent) return { state: 'unknown', why: error.message };
    if (error instanceof Problem || error instanceof Refused) return { state: 'refused', error: refusal(error) };
    return unanswered;
  }
}

/** Why it was certainly not done, as a sentence; below 500 a retry is pointless. */
function refusal(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Refused) return problem(error.why === 'address' ? 422 : 503, error.message);
  return Object.assign(problem(503, 'The request could not be prepared, so nothing was sent to the provider.'), { cause: error });
}

async function found<T, A>({ find }: Pick<Asking<T, A>, 'find'>, one: T): Promise<Outcome<A>> {
  const answer = await find?.(one).catch(() => undefined);
  return answer === undefined
    ? { state: 'unknown', why: 'The server stopped while the request was being sent.' }
    : { state: 'done', answer };
}
