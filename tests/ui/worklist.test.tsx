import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leadRead } from '../../src/providers/calls/lead-calls';
import { callKey } from '../../src/providers/calls/use-call';
import { shownList, type ShownRows } from '../../src/providers/screens/list-on-page';
import { endSession } from '../../src/providers/session/session';
import { myDay, type MyDay, type QueueLead } from '../../src/schemas/calls/leads';
import { leadDone, leadNow, leadOpened, readAhead, step, workList } from '../../src/ui/leads/work-list/stored-work-list';
import { fromRows, nearest, openLeads, placeOf, readWorkList, without } from '../../src/ui/leads/work-list/work-list';
import { json, makeWorld, tearDown } from './call-action-fixture';

const rowsOf = (ids: readonly string[], change: Partial<ShownRows> = {}): ShownRows => ({
  resource: { name: 'leads' },
  rows: ids.map((id) => ({ id })),
  state: { page: 1, size: 10 },
  total: ids.length,
  totalExact: true,
  next: undefined,
  prev: undefined,
  query: { stage_id: 's-1' },
  ...change,
});
const about = { user: 'u-1', title: 'Leads', address: '/leads?type=all&stage_id=s-1' };
const show = (rows: ShownRows | undefined, title = 'Leads'): void => {
  shownList.now = { title, address: '/leads?type=all&stage_id=s-1', rows };
};

/** The addresses that were asked; leads in `gone` are refused with that status, `page` answers the list. */
function serve(
  gone: Readonly<Record<string, 403 | 404>> = {},
  page: { ids: readonly string[]; next?: string } = { ids: [] },
): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL): Promise<Response> => {
    const { pathname, search } = new URL(String(input), 'http://localhost');
    asked.push(pathname.replace('/api/', '') + search);
    const id = /res\/leads\/(\w+)$/.exec(pathname)?.[1];
    const refused = id && gone[id];
    if (refused) return json({ code: refused, message: 'Refused' }, refused);
    if (id) return json({ id, name: `Lead ${id}` });
    if (/res\/(leads|follow-ups)$/.test(pathname)) {
      const headers = { 'content-type': 'application/json', ...(page.next ? { 'x-next': page.next } : {}) };
      return new Response(JSON.stringify(page.ids.map((one) => ({ id: one }))), { headers });
    }
    return json({ code: 200, data: [] });
  });
  return asked;
}

let client: QueryClient;
beforeEach(() => {
  makeWorld();
  client = new QueryClient();
});
afterEach(() => {
  endSession({ comeBack: false });
  tearDown();
  sessionStorage.clear();
  shownList.now = undefined;
});

describe('the rules of a work list', () => {
  const list = fromRows(about, rowsOf(['k', 'l', 'm'], { state: { page: 2, size: 10 }, total: 43, next: 'c2', prev: 'c1' }));

  it('counts from the first lead of the whole list, not of the page', () => {
    expect(placeOf(list, 'l')).toEqual({ at: 12, of: 43 });
    expect(placeOf(list, 'z')).toBeUndefined();
  });

  it('shrinks when a lead is done, and the way from it stays the same', () => {
    const shorter = without(list, 'l');
    expect(placeOf(shorter, 'm')).toEqual({ at: 12, of: 42 });
    expect(placeOf(shorter, 'l')).toEqual({ at: undefined, of: 42 });
    expect([nearest(shorter, 'l', -1), nearest(shorter, 'l', 1)]).toEqual(['k', 'm']);
    expect(nearest(shorter, 'k', 1)).toBe('m');
    expect(without(shorter, 'l')).toBe(shorter);
  });

  it('holds each lead once, as a list of follow-ups may name it twice', () => {
    const rows = [
      { id: 'f1', lead_id: 'a' },
      { id: 'f2', lead_id: 'b' },
      { id: 'f3', lead_id: 'a' },
    ];
    expect(fromRows(about, rowsOf([], { resource: { name: 'follow-ups' }, rows, total: 3 })).ids).toEqual(['a', 'b']);
  });

  it('says no number on a page that was reached by a cursor', () => {
    const far = fromRows(about, rowsOf(['k'], { state: { page: 1, size: 10, after: 'c9' }, total: 43 }));
    expect(placeOf(far, 'k')).toEqual({ at: undefined, of: 43 });
  });

  it('is not taken from another user, nor from a text that is no list', () => {
    expect(readWorkList(JSON.stringify(list), 'u-1')).toEqual(JSON.parse(JSON.stringify(list)));
    expect(readWorkList(JSON.stringify(list), 'u-2')).toBeUndefined();
    for (const text of ['{', 'null', '[]', '{"user":"u-1"}']) expect(readWorkList(text, 'u-1')).toBeUndefined();
  });
});

describe('the work list of a tab', () => {
  it('is the list from which a lead was opened, kept without any personal data', () => {
    show(rowsOf(['a', 'b']));
    leadOpened(client, 'a');
    expect(workList.get()).toMatchObject({ ids: ['a', 'b'], title: 'Leads', address: about.address });
    const text = sessionStorage.getItem('workList');
    expect(readWorkList(text, 'u-1')?.ids).toEqual(['a', 'b']);
    expect(text).not.toMatch(/name":|phone|email/);
  });

  it('stays when a lead of no list is opened', () => {
    show(rowsOf(['a', 'b']));
    leadOpened(client, 'a');
    show(rowsOf(['x', 'y']));
    leadOpened(client, 'z');
    expect(workList.get()?.ids).toEqual(['a', 'b']);
  });

  it('does not begin again when the list behind the form loads anew', async () => {
    serve();
    show(rowsOf(['a', 'b', 'c']));
    leadOpened(client, 'a');
    leadDone('a');
    show(rowsOf(['c', 'b', 'a']));
    expect(await step(client, 'a', 1)).toBe('b');
    leadOpened(client, 'b');
    expect(workList.get()).toMatchObject({ ids: ['a', 'b', 'c'], out: ['a'] });
  });

  it('goes on from the lead to which a step leads, while the page still shows the one before', async () => {
    serve();
    show(rowsOf(['a', 'b', 'c', 'd']));
    leadOpened(client, 'a');
    const first = step(client, 'a', 1);
    expect(await leadNow('a')).toBe('b');
    expect(await first).toBe('b');
    leadOpened(client, 'b'); // its form
    expect(await step(client, 'a', 1)).toBe('c');
    expect(await leadNow('a')).toBe('c');
    expect(await step(client, 'c', 1)).toBe('d'); // from the form of the third lead
    expect(await leadNow('a')).toBe('d');
    leadOpened(client, 'a'); // it is back on the page
    expect(await leadNow('a')).toBe('a');
    expect(await step(client, 'a', 1)).toBe('b');
  });

  it('is another one when the lead to which a step led is opened from elsewhere', async () => {
    serve();
    show(rowsOf(['a', 'b']));
    leadOpened(client, 'a');
    expect(await step(client, 'a', 1)).toBe('b');
    shownList.now = { title: 'FollowUps', address: '/myfollowup?stage=today', rows: rowsOf(['x', 'b']) };
    leadOpened(client, 'b');
    expect(workList.get()?.ids).toEqual(['x', 'b']);
  });

  it('ends with the session', () => {
    show(rowsOf(['a']));
    leadOpened(client, 'a');
    endSession({ comeBack: false });
    expect(workList.get()).toBeUndefined();
    expect(sessionStorage.getItem('workList')).toBeNull();
  });

  it('passes over leads that were deleted or reassigned', async () => {
    serve({ b: 404, c: 403 });
    show(rowsOf(['a', 'b', 'c', 'd']));
    leadOpened(client, 'a');
    expect(await step(client, 'a', 1)).toBe('d');
    expect(workList.get()?.out).toEqual(['b', 'c']);
  });

  it('stays on a lead whose answer did not come: it may be there', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    show(rowsOf(['a', 'b']));
    leadOpened(client, 'a');
    expect(await step(client, 'a', 1)).toBe('b');
    expect(workList.get()?.out).toEqual([]);
  });

  it('reads on behind its last known lead with the filters and the order of the list', async () => {
    const asked = serve({}, { ids: ['b', 'c', 'd'], next: 'c2' });
    show(rowsOf(['a', 'b'], { total: 40, next: 'c1' }));
    leadOpened(client, 'b');
    expect(await step(client, 'b', 1)).toBe('c');
    expect(asked.find((path) => path.startsWith('res/leads?'))).toMatch(/stage_id=s-1.*after=c1/);
    expect(workList.get()).toMatchObject({ ids: ['a', 'b', 'c', 'd'], source: { next: 'c2' } });
  });

  it('ends where the list ends', async () => {
    serve();
    show(rowsOf(['a', 'b']));
    leadOpened(client, 'b');
    expect(await step(client, 'b', 1)).toBeUndefined();
  });

  it('has read what the next form begins with; the lead itself is asked for by the step, however new what is known of it', async () => {
    const asked = serve();
    show(rowsOf(['a', 'b', 'c']));
    leadOpened(client, 'a');
    await readAhead(client, 'a', false);
    expect(asked).not.toContain('res/leads/b');
    expect(asked.some((path) => path.startsWith('followup/lead/b'))).toBe(true);
    client.setQueryData(callKey(leadRead, { id: 'b' }), { id: 'b', name: 'Lead b' });
    expect(await step(client, 'a', 1)).toBe('b');
    expect(asked.at(-1)).toBe('res/leads/b');
  });

  it('leads past a lead that was reassigned since it was seen', async () => {
    serve({ b: 403 });
    show(rowsOf(['a', 'b', 'c']));
    leadOpened(client, 'a');
    client.setQueryData(callKey(leadRead, { id: 'b' }), { id: 'b', name: 'Lead b' });
    expect(await step(client, 'a', 1)).toBe('c');
  });
});

describe('the work list of the day', () => {
  const person = (id: string): QueueLead => ({
    lead_id: id,
    name: `Lead ${id}`,
    phone: null,
    whatsapp_number: null,
    stage_id: null,
    stage_name: null,
    sub_stage: null,
    color: null,
    course_name: null,
    source_name: null,
  });
  const dayOf = (
    untouched: readonly string[],
    total: number,
  ): Pick<MyDay, 'missed_calls' | 'overdue' | 'due_today' | 'untouched' | 'totals'> => ({
    missed_calls: [{ ...person(''), call_id: 'c1', at: '2026-03-12T06:04:00.000Z', ring_s: 18 }],
    overdue: [],
    due_today: [],
    untouched: untouched.map((id) => ({ ...person(id), assigned_at: '2026-03-12T06:04:00.000Z' })),
    totals: { missed: 1, overdue: 0, due_today: 0, untouched: total, unread: 0 },
  });

  it('has the order of the dashboard, leaves out numbers that are no leads, and asks again for the rest', async () => {
    client.setQueryData(callKey(myDay, {}), { code: 200, data: dayOf(['a', 'b'], 3) });
    show(undefined, 'Your work now');
    leadOpened(client, 'a');
    const first = workList.get();
    expect(first && [openLeads(first), placeOf(first, 'a')]).toEqual([['a', 'b'], { at: 1, of: 3 }]);
    leadDone('a');
    leadDone('b');
    vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
      String(input).includes('res/leads/') ? json({ id: 'c' }) : json({ code: 200, data: dayOf(['c'], 1) }),
    );
    expect(await step(client, 'b', 1)).toBe('c');
    const now = workList.get();
    expect(now && placeOf(now, 'c')).toEqual({ at: 1, of: 1 });
  });
});
