import { keepPreviousData, useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { SentTo } from '../../schemas/kit/sent-to';
import { call, type AnswerOf, type Callable, type CallValues } from './call';
import { callKey, type Around } from './use-call';

/** A page's number, or the cursor that it begins at. */
type Place = string | number;
interface StepOptions<Step> {
  /** Where the first page begins: a number, or an empty cursor. */
  readonly first: Place;
  /** Where the page after `last` begins; undefined after the last one. `count` pages are known. */
  readonly next: (last: Step, count: number) => Place | undefined;
  readonly enabled?: boolean;
  readonly retry?: false;
}
export interface PagesOptions<C> extends StepOptions<AnswerOf<C>> {
  /** The values that ask for the page there, in addition to those of all pages. */
  readonly at: (place: Place) => Partial<SentTo<C>>;
  /** As in ReadOptions. */
  readonly around?: Around;
}
/** The pages as the query client keeps them under `pagesKey`. */
export type Pages<C> = InfiniteData<AnswerOf<C>, Place>;

/** Under the call's own key, so that who invalidates the call has the pages read again too. */
export const pagesKey = (spec: Pick<Callable, 'wire'>, values: CallValues): readonly unknown[] => [
  ...callKey(spec, values),
  'pages',
];

/** Reads page after page by one call, whole answers; `fetchNextPage` reads on. The error is what `call` throws. */
export const useCallPages = <const C extends Callable>(
  spec: C,
  values: SentTo<C>,
  { at, around = (ask) => ask(), ...rest }: PagesOptions<C>,
): UseInfiniteQueryResult<Pages<C>> =>
  useSteps<AnswerOf<C>>(pagesKey(spec, values), {
    ...rest,
    read: (place, signal) => around(() => call(spec, { ...values, ...at(place) }, { signal }), signal),
  });

export interface StepsOptions<Step> extends StepOptions<Step> {
  readonly read: (place: Place, signal: AbortSignal) => Promise<Step>;
  /** Shows what was read under the key before until the first step under the new one has come. */
  readonly keepPrevious?: boolean;
  /** false: reads again when asked, and when a page shows it again, but not when the window gets the focus. */
  readonly refetchOnWindowFocus?: false;
}
/** The same where one step on is more than one answer of a call, for example several pages read side by side. */
export const useSteps = <Step>(
  queryKey: readonly unknown[],
  { first, read, next, keepPrevious, ...rest }: StepsOptions<Step>,
): UseInfiniteQueryResult<InfiniteData<Step, Place>> =>
  useInfiniteQuery<Step, Error, InfiniteData<Step, Place>, readonly unknown[], Place>({
    ...rest,
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: first,
    getNextPageParam: (last, steps) => next(last, steps.length),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
