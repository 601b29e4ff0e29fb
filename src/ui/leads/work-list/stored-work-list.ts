import type { QueryClient } from '@tanstack/react-query';
import { call, sendWire, type AnswerOf, type Callable } from '../../../providers/calls/call';
import { leadRead } from '../../../providers/calls/lead-calls';
import { callKey } from '../../../providers/calls/use-call';
import { lastLead, shownList } from '../../../providers/screens/list-on-page';
import { currentSession, onSessionEnd } from '../../../providers/session/session';
import { createStore } from '../../../providers/store';
import { tabStored } from '../../../providers/stored';
import { pendingFollowUps } from '../../../schemas/calls/call-actions';
import { leadPanel } from '../../../schemas/calls/lead-page';
import { leadJourney, myDay } from '../../../schemas/calls/leads';
import { counted } from '../../../schemas/kit/counted';
import { recordIn } from '../../../schemas/kit/is-record';
import type { SentTo } from '../../../schemas/kit/sent-to';
import { parseWire } from '../../../schemas/kit/wire';
import { statusOf } from '../../page/states';
import { toasts } from '../../toasts/toasts';
import { fromDay, fromRows, nearest, placeOf, readWorkList, without, withDay, withPage, type WorkList } from './work-list';

const key = 'workList';
/** How many further leads are read at once. */
const pageSize = 50;

const userNow = (): string => currentSession()?.persisted.id ?? '';
/** The work list of this tab; it is there again after a reload. */
export const workList = createStore<WorkList | undefined>(readWorkList(tabStored.read(key), userNow()));
/** The lead to which the last step led: opening it does not begin a new list. */
let steppedTo: string | undefined;

function keep(list: WorkList | undefined): void {
  if (list === workList.get()) return;
  workList.set(list);
  tabStored.write(key, list && JSON.stringify(list));
}
onSessionEnd(() => {
  steppedTo = undefined;
  stepping = undefined;
  askedNext = undefined;
  keep(undefined);
});

/** A lead was opened: from the list on the page, if it is one of that, and otherwise the list stays as it was. */
export function leadOpened(client: QueryClient, id: string): void {
  if (stepping?.from.has(id)) stepping = undefined;
  tabStored.write(lastLead, id);
  const shown = shownList.now;
  if (id === steppedTo && (!shown || shown.address === workList.get()?.address)) return;
  steppedTo = undefined;
  if (!shown) return;
  const about = { user: userNow(), title: shown.title, address: shown.address };
  const day = client.getQueryData<AnswerOf<typeof myDay>>(callKey(myDay, {}))?.data;
  const list = shown.rows ? fromRows(about, shown.rows) : day && fromDay(about, day);
  if (!list?.ids.includes(id)) return;
  shownList.now = undefined;
  keep(list);
}
/** Opening this lead continues the list. */
export const steppingTo = (id: string): string => (steppedTo = id);
export const isSteppedTo = (id: string): boolean => id === steppedTo;

/** An outcome was saved, or the lead's page says that the user cannot open it. */
export const leadDone = (id: string): void => leave(id);
function leave(id: string): void {
  const list = workList.get();
  if (list) keep(without(list, id));
}

/**
 * The next lead of the list, or the previous one; undefined at its end. Leads that the user does not see any more are passed over,
 * with a message. Rejects if the rest of the list cannot be read.
 */
export function step(client: QueryClient, from: string, by: 1 | -1): Promise<string | undefined> {
  const before = stepping;
  const isAhead = before?.from.has(from) === true;
  const start = isAhead ? before.to : Promise.resolve(from);
  const mine: Step = {
    from: new Set([...(isAhead || before?.led === from ? (before?.from ?? []) : []), from]),
    to: start.then((at) => stepFrom(client, at ?? from, by)),
    led: undefined,
  };
  stepping = mine;
  const ended = (to?: string): void => {
    mine.led = to;
    if (to === undefined && stepping === mine) stepping = undefined;
  };
  mine.to.then(ended, () => ended());
  return mine.to;
}
/** The step whose lead may not be on the page yet: a key that is pressed meanwhile continues from there. */
let stepping: Step | undefined;
interface Step {
  /** The lead from which it was asked, and those before it that the page may still show. */
  readonly from: ReadonlySet<string>;
  readonly to: Promise<string | undefined>;
  led: string | undefined;
}

/** The lead to which a step leads from this one, which is still on the page; otherwise, or if that takes long, this one. */
export async function leadNow(shown: string): Promise<string> {
  if (!stepping?.from.has(shown)) return shown;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, askedMs));
  const to = await Promise.race([stepping.to.catch(() => undefined), late]);
  return to ?? shown;
}

async function stepFrom(client: QueryClient, from: string, by: 1 | -1): Promise<string | undefined> {
  let passed = 0;
  let id = await nextOf(from, by);
  while (id !== undefined && !(await isInReach(client, id))) {
    passed += 1;
    leave(id);
    id = await nextOf(from, by);
  }
  if (passed) tellPassed(passed);
  return id === undefined ? undefined : steppingTo(id);
}

/** A lead turned out to be gone after it was opened. */
export function leadGone(id: string): void {
  leave(id);
  tellPassed(1);
}
const tellPassed = (passed: number): void =>
  toasts.warning(`${counted(passed, 'lead')} of the list ${passed === 1 ? 'is' : 'are'} no longer open to you: passed over.`);

/**
 * Asks for the next lead while the outcome of this one is being saved: the step that follows takes the answer. Where the rest of the
 * list has to be read first, the step does it all.
 */
export function askNext(client: QueryClient, from: string): void {
  const list = workList.get();
  const id = list && nearest(list, from, 1);
  if (id !== undefined) askedNext = { id, until: performance.now() + askedMs, isInReach: isInReachNow(client, id) };
}
let askedNext: { readonly id: string; readonly until: number; readonly isInReach: Promise<boolean> } | undefined;
/** A save that takes longer has the step ask again. */
const askedMs = 2000;

function isInReach(client: QueryClient, id: string): Promise<boolean> {
  const asked = askedNext;
  askedNext = undefined;
  return asked?.id === id && performance.now() < asked.until ? asked.isInReach : isInReachNow(client, id);
}

/** Always asks the server: a lead that was reassigned before is not shown, not even for a moment. */
async function isInReachNow(client: QueryClient, id: string): Promise<boolean> {
  try {
    await client.fetchQuery({ ...asked(leadRead, { id }), staleTime: 0 });
    return true;
  } catch (error) {
    return !isGone(error);
  }
}
/** It was deleted or merged, or reassigned to someone whose leads the user does not see. */
export const isGone = (error: unknown): boolean => [403, 404].includes(statusOf(error) ?? 0);

async function nextOf(from: string, by: 1 | -1): Promise<string | undefined> {
  for (;;) {
    const list = workList.get();
    if (!list) return undefined;
    const known = nearest(list, from, by);
    if (known !== undefined || !hasMore(list, by)) return known;
    const longer = await extended(list, by);
    if (workList.get() === list) keep(longer);
    if (longer.ids.length === list.ids.length) return undefined;
  }
}

function hasMore({ source, after, ids, out }: WorkList, by: 1 | -1): boolean {
  if (source) return (by === 1 ? source.next : source.prev) !== undefined;
  return by === 1 && (after > 0 || ids.length > out.length);
}

async function extended(list: WorkList, by: 1 | -1): Promise<WorkList> {
  const { source } = list;
  if (!source) return withDay(list, (await call(myDay, {})).data);
  const cursor = by === 1 ? { after: source.next } : { before: source.prev };
  const { body, headers } = await sendWire(parseWire(`GET res/${source.resource}`), {
    ...source.query,
    ...cursor,
    _limit: pageSize,
  });
  const rows = Array.isArray(body) ? body.map(recordIn) : [];
  return withPage(list, by, {
    leads: rows.map((row) => String(row['lead_id'] ?? row['id'])),
    next: headers.get('x-next') ?? undefined,
    prev: headers.get('x-prev') ?? undefined,
  });
}

/** Reads what the next lead's form and page begin with; the lead itself is read by the step to it. */
export async function readAhead(client: QueryClient, from: string, onPage: boolean): Promise<void> {
  const list = workList.get();
  if (!list || !placeOf(list, from)) return;
  const id = await nextOf(from, 1);
  if (id === undefined) return;
  await Promise.all([
    client.prefetchQuery(asked(pendingFollowUps, { leadId: id })),
    client.prefetchQuery(asked(leadJourney, { id, limit: 3 })),
    ...(onPage ? [client.prefetchQuery(asked(leadPanel, { id }))] : []),
  ]);
}

/** A read under the key that `useCall` keeps it by. */
const asked = <const C extends Callable>(spec: C, values: SentTo<C>) => ({
  queryKey: callKey(spec, values),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(spec, values, { signal }),
});
