import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { SentTo } from '../../schemas/kit/call';
import { answerTo, type AnswerOf, type Callable, type CallValues } from './call';
import { callKey, type Around } from './use-call';

/** A page's number, or the cursor that it begins at. */
type Place = string | number;
export interface PagesOptions<C> {
  /** Where the first page begins: a number, or an empty cursor. */
  readonly first: Place;
  /** The values that ask for the page there, in addition to those of all pages. */
  readonly at: (place: Place) => CallValues;
  /** Where the page after `last` begins; undefined after the last one. `count` pages are known. */
  readonly next: (last: AnswerOf<C>, count: number) => Place | undefined;
  readonly enabled?: boolean;
  readonly retry?: false;
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
  { first, at, next, around = (ask) => ask(), ...rest }: PagesOptions<C>,
): UseInfiniteQueryResult<Pages<C>> =>
  useInfiniteQuery<AnswerOf<C>, Error, Pages<C>, readonly unknown[], Place>({
    ...rest,
    queryKey: pagesKey(spec, values),
    queryFn: ({ pageParam, signal }) => around(() => answerTo(spec, { ...values, ...at(pageParam) }, { signal })),
    initialPageParam: first,
    getNextPageParam: (last, pages) => next(last, pages.length),
  });
