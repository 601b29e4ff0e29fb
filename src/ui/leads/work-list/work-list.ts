import { isRecord } from '../../../schemas/kit/is-record';
import type { MyDay } from '../../../schemas/calls/leads';
import type { CallValues } from '../../../providers/calls/call';
import type { ShownRows } from '../../../providers/screens/list-on-page';
import { readJson } from '../../../providers/stored';

/** Where the leads come from that are not loaded yet; the user's day is loaded again as a whole. */
export interface ListSource {
  readonly resource: string;
  readonly query: CallValues;
  readonly next?: string | undefined;
  readonly prev?: string | undefined;
}
/** The leads that a user works through one after the other: ids and addresses only. */
export interface WorkList {
  readonly user: string;
  readonly title: string;
  readonly address: string;
  readonly ids: readonly string[];
  /** Those of `ids` that are done, or that the user does not see any more. */
  readonly out: readonly string[];
  /** How many of the list are before and after `ids`. */
  readonly before: number;
  readonly after: number;
  /** False: reached by a cursor, so the number of leads before is not known. */
  readonly numbered: boolean;
  /** False: counting stopped early. */
  readonly exact: boolean;
  readonly source?: ListSource | undefined;
}
export interface Place {
  /** From 1; undefined where it is not known, and for a lead that is done. */
  readonly at: number | undefined;
  readonly of: number;
}
type About = Pick<WorkList, 'user' | 'title' | 'address'>;

export function fromRows(about: About, { resource, rows, state, query, ...list }: ShownRows): WorkList {
  const leads = rows.map((row) => String(row.lead_id ?? row.id));
  const numbered = !state.after && !state.before;
  const before = numbered ? (state.page - 1) * state.size : 0;
  const { total = rows.length, totalExact, next, prev } = list;
  return {
    ...about,
    ids: [...new Set(leads)],
    out: [],
    before,
    after: Math.max(0, total - before - rows.length),
    numbered,
    exact: totalExact,
    source: { resource: resource.name, query, next, prev },
  };
}

export function fromDay(about: About, day: MyDay): WorkList {
  return { ...about, ...ofDay(day), out: [], before: 0, numbered: true, exact: true };
}

/** The leads of the day in the order of the dashboard; numbers that are no leads yet do not count. */
function ofDay({ missed_calls: missed, overdue, due_today: due, untouched, totals }: MyDay): Pick<WorkList, 'ids' | 'after'> {
  const rows = [...missed, ...overdue, ...due, ...untouched];
  const total = totals.missed + totals.overdue + totals.due_today + totals.untouched;
  const ids = [...new Set(rows.map((row) => row.lead_id).filter(Boolean))];
  return { ids, after: Math.max(0, total - rows.length) };
}

/** The day as it is now, behind what was read before. */
export function withDay(list: WorkList, day: MyDay): WorkList {
  const { ids, after } = ofDay(day);
  return { ...list, ids: [...list.ids, ...ids.filter((id) => !list.ids.includes(id))], after };
}

/** A further page of the list, after the leads that are known or before them. */
export function withPage(
  list: WorkList,
  by: 1 | -1,
  page: { readonly leads: readonly string[]; readonly next?: string | undefined; readonly prev?: string | undefined },
): WorkList {
  const found = [...new Set(page.leads)].filter((id) => !list.ids.includes(id));
  const { source } = list;
  if (!source) return list;
  const rest = (known: number, more: boolean): number => (more ? Math.max(0, known - page.leads.length) : 0);
  return by === 1
    ? {
        ...list,
        ids: [...list.ids, ...found],
        after: rest(list.after, page.next !== undefined),
        source: { ...source, next: page.next },
      }
    : {
        ...list,
        ids: [...found, ...list.ids],
        before: rest(list.before, page.prev !== undefined),
        source: { ...source, prev: page.prev },
      };
}

export const openLeads = (list: WorkList): string[] => list.ids.filter((id) => !list.out.includes(id));

/** Undefined for a lead that is not of the list. */
export function placeOf(list: WorkList, id: string): Place | undefined {
  if (!list.ids.includes(id)) return undefined;
  const open = openLeads(list);
  const index = open.indexOf(id);
  return { at: index < 0 || !list.numbered ? undefined : list.before + index + 1, of: list.before + open.length + list.after };
}

/** The nearest lead of the list in that direction that is neither done nor out of reach. */
export function nearest(list: WorkList, id: string, by: 1 | -1): string | undefined {
  const at = list.ids.indexOf(id);
  if (at < 0) return undefined;
  for (let index = at + by; index >= 0 && index < list.ids.length; index += by) {
    const one = list.ids[index];
    if (one !== undefined && !list.out.includes(one)) return one;
  }
  return undefined;
}

export const without = (list: WorkList, id: string): WorkList =>
  list.out.includes(id) || !list.ids.includes(id) ? list : { ...list, out: [...list.out, id] };

/** What was kept, if it is a list of this user. */
export function readWorkList(text: string | null, user: string): WorkList | undefined {
  const kept = readJson(text);
  return isWorkList(kept) && kept.user === user ? kept : undefined;
}
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isWorkList = (value: unknown): value is WorkList =>
  isRecord(value) &&
  ['user', 'title', 'address'].every((name) => typeof value[name] === 'string') &&
  ['before', 'after'].every((name) => typeof value[name] === 'number') &&
  isTexts(value['ids']) &&
  isTexts(value['out']);
