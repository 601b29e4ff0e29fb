import { call } from '../../providers/calls/call';
import { timeline, type TimelineAction } from '../../schemas/calls/timeline';
import type { Days } from '../../ui/time/day-presets';
import { entriesIn } from './append-days';
import type { DayGroup } from './timeline-entry';

/** The parameters of a search. `limit` is 4 at first and 10 after Reset, until the page is left (D-088). */
export interface Search {
  readonly days: Days;
  readonly users: readonly string[];
  /** A table by its name, and the action; undefined for all. */
  readonly table?: string | undefined;
  readonly action?: TimelineAction | undefined;
  readonly limit: number;
}
export interface Page {
  /** From 1. */
  readonly number: number;
  readonly days: readonly DayGroup[];
  readonly total: number;
  readonly totalExact: boolean;
  /** The page has fewer entries than requested, so it is the last one. */
  readonly ended: boolean;
}

/** More entries than these fill the list at any width. */
const most = 12;
/** The number of entries that filled the list the last time. */
export const filling = { entries: 0 };
/** With so many entries the list was not full, and there were more entries. */
export const unfilledBy = (entries: number): void =>
  void (filling.entries = Math.min(most, Math.max(filling.entries, entries + 1)));

export const filtersOf = ({ users, days, table, action }: Search) => ({
  userId: users,
  startDate: days[0],
  endDate: days[1],
  ...(table ? { table } : {}),
  ...(action ? { action } : {}),
});

/** How many pages fill the list. */
export const pagesToFill = (limit: number): number => Math.max(1, Math.ceil(filling.entries / limit));

export async function readPage(search: Search, number: number, signal: AbortSignal): Promise<Page> {
  const answer = await call(timeline, { ...filtersOf(search), limit: search.limit, page_number: number }, { signal });
  return {
    number,
    days: answer.data,
    total: Number(answer['totalDocuments']),
    totalExact: answer['total_exact'] !== false,
    ended: entriesIn(answer.data) < search.limit,
  };
}

/** Loads the first page and, in parallel, the further pages that are known to be needed at once. */
export async function firstPages(search: Search, signal: AbortSignal): Promise<readonly Page[]> {
  const [first, ...more] = await Promise.all([
    readPage(search, 1, signal),
    ...Array.from({ length: pagesToFill(search.limit) - 1 }, (_, n) => readPage(search, n + 2, signal).catch(() => undefined)),
  ]);
  if (first.totalExact && first.total <= search.limit) filling.entries = 0; // there is nothing to request in addition to the first page
  const fit = [first];
  for (const page of more) {
    if (!page || fit.at(-1)!.ended || !isOfSameList(page, first)) break;
    fit.push(page);
  }
  return fit;
}

/**
 * A change made between two pages moves all entries by one, so that one entry would be on neither page. Above ten thousand the
 * total does not change, so the count of the newest day is compared.
 */
function isOfSameList(page: Page, first: Page): boolean {
  if (first.totalExact && page.totalExact) return page.total === first.total;
  const [newest, same] = [first.days[0], page.days[0]];
  return newest !== undefined && newest.created_at === same?.created_at && newest.count === same.count;
}
