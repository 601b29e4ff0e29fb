import { useSearchParams } from 'react-router-dom';
import type { SentTo } from '../../schemas/kit/sent-to';
import type { collegeMatches } from '../../schemas/calls/lead-colleges';

export const matchFilterNames = [
  'stream',
  'course',
  'city',
  'fee_from',
  'fee_to',
  'eligible',
  'exam',
  'hostel',
  'partner',
] as const;
/** As the address has them: texts; an empty one does not filter. */
export type MatchFilter = { readonly [N in (typeof matchFilterNames)[number]]?: string };

/** Filters and page are in the address, so that a link shows the same. */
export function useMatchFilter(): {
  readonly filter: MatchFilter;
  readonly page: number;
  readonly change: (filter: MatchFilter) => void;
  readonly go: (page: number) => void;
} {
  const [search, setSearch] = useSearchParams();
  const filter: MatchFilter = Object.fromEntries(
    matchFilterNames.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  );
  const page = Math.max(1, Math.floor(Number(search.get('page')) || 1));
  const write = (to: MatchFilter, at: number): void => {
    const next = new URLSearchParams();
    for (const name of matchFilterNames) if (to[name]) next.set(name, to[name]);
    if (at > 1) next.set('page', String(at));
    setSearch(next, { replace: true });
  };
  return { filter, page, change: (to) => write(to, 1), go: (at) => write(filter, at) };
}

/** What the call takes: a number or yes that cannot be read is left out. */
export function sentFilter(filter: MatchFilter): Omit<SentTo<typeof collegeMatches>, 'id' | 'page'> {
  const number = (text: string | undefined): number | undefined => (text && Number(text) >= 0 ? Number(text) : undefined);
  const { stream, course, city, fee_from, fee_to, eligible, exam, hostel, partner } = filter;
  const [cityId, from, to] = [number(city), number(fee_from), number(fee_to)];
  return {
    ...(stream ? { stream } : {}),
    ...(course ? { course } : {}),
    ...(cityId === undefined ? {} : { city: cityId }),
    ...(from === undefined ? {} : { fee_from: from }),
    ...(to === undefined ? {} : { fee_to: to }),
    ...(eligible === 'yes' || eligible === 'not_no' ? { eligible } : {}),
    ...(exam ? { exam } : {}),
    ...(hostel === 'true' ? { hostel: true } : {}),
    ...(partner === 'true' ? { partner: true } : {}),
  };
}
