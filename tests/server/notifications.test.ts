import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MissedEvents, NotificationItem } from '../../src/schemas/calls/notifications';
import { handlers } from '../../server/calls/access-control/notifications';
import type { Context, Handler } from '../../server/context/context';
import { notify, notifyAssigned, type Note } from '../../server/live/notify';
import { remindAll } from '../../server/live/reminders';
import type { Committed } from '../../server/store/store';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';

let test: TestApp;
let counsellor: Browser;
let caller: Browser;
const committed: Committed[] = [];
beforeAll(async () => {
  test = await build();
  test.store.onCommit((one) => void committed.push(one));
  counsellor = await signIn(test, 'counsellor@northstar.example');
  caller = await signIn(test, 'caller@northstar.example');
});
afterAll(() => test.close());

const tenant = (): string => test.fixture.tenants.northstar;
const tell = (note: Partial<Note> = {}): Promise<void> =>
  test.store.transaction(actor(tenant()), (tx) =>
    notify(tx, tenant(), { to: counsellor.userId!, type: 'ticket_assigned', message: 'A ticket', ticket_id: 't1', ...note }),
  );
const listOf = async (who: Browser, query = ''): Promise<{ data: NotificationItem[]; count: number; code: number }> =>
  (await call(test, who, 'GET', `users/notifications?user_id=${who.userId}&page=1&limit=15${query}`)).body as never;

describe('notifications', () => {
  it('NOTIF-028 the list answers code, data newest first and the count of unread ones, 15 a page', async () => {
    for (let i = 1; i <= 17; i++) await tell({ message: `Ticket ${i}` });
    const first = await listOf(counsellor);
    expect(first).toMatchObject({ code: 200, count: 17 });
    expect(first.data.map((one) => one.notifications.message)).toEqual(Array.from({ length: 15 }, (_, i) => `Ticket ${17 - i}`));
    expect(first.data[0]).toMatchObject({
      _id: expect.any(String),
      user_id: counsellor.userId,
      read: false,
      notifications: { type: 'ticket_assigned', ticket_id: 't1', time: expect.stringMatching(/Z$/) },
    });
    const second = (await call(test, counsellor, 'GET', `users/notifications?user_id=${counsellor.userId}&page=2&limit=15`))
      .body as { data: NotificationItem[] };
    expect(second.data.map((one) => one.notifications.message)).toEqual(['Ticket 2', 'Ticket 1']);

    const { _id } = first.data[3]!;
    for (let i = 0; i < 2; i++)
      expect(await call(test, counsellor, 'PUT', `users/notifications/${_id}/read`)).toMatchObject({ code: 200 });
    const after = await listOf(counsellor);
    expect(after.count).toBe(16);
    expect(after.data.map((one) => one.read).indexOf(true)).toBe(3);
    const all = await call(test, counsellor, 'PUT', 'users/notifications/read-all', { user_id: counsellor.userId });
    expect(all).toMatchObject({ code: 200, body: { message: 'All notifications marked as read.' } });
    expect((await listOf(counsellor)).count).toBe(0);
  });

  it("NOTIF-029 D-077 another user's items can neither be read nor marked", async () => {
    await tell({ message: 'Private' });
    const [mine] = (await listOf(counsellor)).data;
    const foreign = [
      await call(test, caller, 'PUT', `users/notifications/${mine!._id}/read`),
      await call(test, caller, 'PUT', 'users/notifications/read-all', { user_id: counsellor.userId }),
      await call(test, caller, 'GET', `users/notifications?user_id=${counsellor.userId}&page=1&limit=15`),
    ];
    for (const answer of foreign) {
      expect(answer.code).toBe(404);
      expect(answer.text).not.toContain('Private');
    }
    expect((await listOf(counsellor)).data[0]).toMatchObject({ read: false });
    expect((await listOf(caller)).data).toEqual([]);
  });

  it('TRUST-R12 notifications that a page missed are fetched by number, in order, and no number is used twice', async () => {
    const start = ((await call(test, caller, 'GET', 'events')).body as { data: MissedEvents }).data;
    expect(start).toMatchObject({ events: [], more: false });
    await Promise.all(Array.from({ length: 120 }, (_, i) => tell({ to: caller.userId!, message: `Missed ${i}` })));
    const page = async (after: number): Promise<MissedEvents> =>
      ((await call(test, caller, 'GET', `events?after=${after}`)).body as { data: MissedEvents }).data;
    const first = await page(start.seq);
    expect(first).toMatchObject({ more: true, unread: 120 });
    const second = await page(first.seq);
    expect(second.more).toBe(false);
    const numbers = [...first.events, ...second.events].map((one) => one.body.seq);
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, i) => start.seq + 1 + i));
    expect((await page(second.seq)).events).toEqual([]);
    expect((await call(test, caller, 'GET', 'events?after=-1')).code).toBe(422);
  });

  it('TRUST-R12 a notification committed between the statements of one answer is never skipped', async () => {
    let written = 3;
    const rowOf = (seq: number) => ({ id: `n-${seq}`, seq });
    // Each statement sees what was committed before it; something is committed after every one.
    const tx = {
      rows: async ({ values }: { values: unknown[] }) => {
        const after = Number(values[2]);
        const rows = Array.from({ length: written - after }, (_, i) => rowOf(after + 1 + i));
        written++;
        return rows;
      },
      row: async ({ sql: text }: { sql: string }) => {
        const row = text.includes('counters') ? { last: written } : { count: 0 };
        written++;
        return row;
      },
    };
    const told: number[] = [];
    let last = 0;
    for (let i = 0; i < 5; i++) {
      const context = { tx, query: { after: String(last) }, session: { tenantId: 't', userId: 'u' }, services: test.services };
      const { data } = (await (handlers['missed-events'] as Handler)(context as unknown as Context)) as unknown as {
        data: MissedEvents;
      };
      told.push(...data.events.map(({ body }) => body.seq));
      last = Math.max(last, data.seq);
    }
    expect(told).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  });

  it('a rolled back transaction notifies nobody; a committed one notifies each user once', async () => {
    committed.length = 0;
    const to = [counsellor.userId!, caller.userId!, counsellor.userId!];
    await expect(
      test.store.transaction(actor(tenant()), async (tx) => {
        await notify(tx, tenant(), { to, type: 'announcement', message: 'Lost' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(committed).toEqual([]);
    await tell({ to, type: 'announcement', message: 'Kept', once: 'a1' });
    await tell({ to, type: 'announcement', message: 'Kept', once: 'a1' });
    const told = committed.flatMap((one) => one.userEvents);
    expect(told.map((one) => one.userId).sort()).toEqual([...new Set(to)].sort());
    expect(told[0]).toMatchObject({ event: 'crm_notification', body: { notifications: { message: 'Kept' } } });
    expect((await listOf(counsellor)).data.map((one) => one.notifications.message)).not.toContain('Lost');
  });

  it('a type that the user switched off is not written; the others are', async () => {
    const set = (inApp: boolean) => call(test, caller, 'PUT', 'users/notification-preferences', { type: 'leave', in_app: inApp });
    expect(await set(false)).toMatchObject({ code: 200 });
    const before = (await listOf(caller)).data[0]!._id;
    await tell({ to: caller.userId!, type: 'leave', message: 'Off' });
    expect((await listOf(caller)).data[0]!._id).toBe(before);
    const { data } = (await call(test, caller, 'GET', 'users/notification-preferences')).body as {
      data: { type: string; in_app: boolean }[];
    };
    expect(data.filter((one) => !one.in_app)).toEqual([{ type: 'leave', in_app: false, email: false, push: false }]);
    await set(true);
    await tell({ to: caller.userId!, type: 'leave', message: 'On again' });
    expect((await listOf(caller)).data[0]!.notifications.message).toBe('On again');
    expect((await call(test, caller, 'PUT', 'users/notification-preferences', { type: 'nothing', in_app: true })).code).toBe(422);
  });

  it('a copy is emailed once to users who want it; an email-only notification does not raise the count', async () => {
    const to = caller.userId!;
    const prefer = (way: object) =>
      call(test, caller, 'PUT', 'users/notification-preferences', { type: 'leave_decision', ...way });
    const mails = (): string[] =>
      test.messages.filter((line) => line.includes('to=caller@northstar.example') && line.includes('Your leave')).map(String);
    await prefer({ in_app: true, email: true });
    await tell({ to, type: 'leave_decision', message: 'Your leave was approved' });
    await tell({ to: counsellor.userId!, type: 'leave_decision', message: 'Your leave was approved' });
    expect(mails()).toEqual([]);
    await Promise.all([remindAll(test.services), remindAll(test.services)]);
    await remindAll(test.services);
    expect(mails()).toEqual(['[sandbox email] to=caller@northstar.example subject="Your leave was approved"']);
    const before = (await listOf(caller)).count;
    await prefer({ in_app: false, email: true });
    await tell({ to, type: 'leave_decision', message: 'Your leave was refused' });
    const { data, count } = await listOf(caller);
    expect([data[0]!.notifications.message, data[0]!.read, count]).toEqual(['Your leave was refused', true, before]);
    await edit(test, tenant(), `update users set status = 0 where id = '${to}'`);
    await remindAll(test.services);
    await edit(test, tenant(), `update users set status = 1 where id = '${to}'`);
    await remindAll(test.services);
    expect(mails()).toHaveLength(1); // mails for a user who was inactive are not sent when they return
    await prefer({ in_app: true });
    const kept = (await call(test, caller, 'GET', 'users/notification-preferences')).body as {
      data: { type: string; email: boolean }[];
    };
    expect(kept.data.find(({ type }) => type === 'leave_decision')?.email).toBe(true);
  });

  it('a user who turned on push for a type is notified outside the page too, only during their shift', async () => {
    const to = caller.userId!;
    const zone = 'Asia/Kolkata';
    const clock = (hours: number): string =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
        new Date(Date.now() + hours * 3_600_000),
      );
    const work = (start: string, end: string): Promise<unknown> =>
      edit(
        test,
        tenant(),
        `insert into shifts (tenant_id, id, name, start_time, end_time, status) values ('${tenant()}', 'SHIFT', 'Own', '${start}', '${end}', 1)
           on conflict (tenant_id, id) do update set start_time = excluded.start_time, end_time = excluded.end_time`,
      );
    const pushed = async (type: Note['type']): Promise<unknown> => {
      committed.length = 0;
      await tell({ to, type, message: 'Ring' });
      return committed.flatMap((one) => one.userEvents).map(({ body }) => ('push' in body ? body.push : undefined))[0];
    };
    const prefer = (way: object) =>
      call(test, caller, 'PUT', 'users/notification-preferences', { type: 'approval_needed', in_app: true, ...way });
    expect(await pushed('approval_needed')).toBeUndefined();
    expect((await prefer({ push: true })).code).toBe(200);
    expect(await pushed('approval_needed')).toBe(true);
    expect(await pushed('leave')).toBeUndefined();
    await work(clock(-1), clock(1));
    await edit(test, tenant(), `update users set shift_id = 'SHIFT' where id = '${to}'`);
    expect(await pushed('approval_needed')).toBe(true);
    await work(clock(2), clock(3));
    expect(await pushed('approval_needed')).toBeUndefined();
    await work(clock(-1), clock(1));
    await prefer({ email: true });
    expect(await pushed('approval_needed')).toBe(true); // another channel changed, this one stayed on
    await prefer({ in_app: false });
    expect(await pushed('approval_needed')).toBeUndefined();
    const events = (await call(test, caller, 'GET', 'events?after=0')).body as { data: MissedEvents };
    expect(events.data.events.filter(({ body }) => body.push)).toEqual([]); // late notifications are not pushed
    await prefer({ in_app: true, email: false, push: false });
  });

  it('an announcement notifies its audience once: when it is saved, or at its start time', async () => {
    const admin = await signIn(test, 'admin@northstar.example');
    const lakeview = await signIn(test, 'admin@lakeview.example');
    const add = async (title: string, more: object = {}): Promise<string> => {
      const body = { title, body: 'x', starts_at: new Date(Date.now() - 1000).toISOString(), ...more };
      return String((await call(test, admin, 'POST', 'res/announcements', body)).body['id']);
    };
    const told = async (who: Browser): Promise<string[]> =>
      (await listOf(who)).data
        .filter(({ notifications }) => notifications.type === 'announcement')
        .map(({ notifications }) => notifications.message)
        .filter((text) => text.startsWith('New: '));
    const [team] = (await test.store.admin(`select id from teams where name = 'Pune'`)) as { id: string }[];
    const all = await add('New: to all');
    await add('New: to callers', { audience_roles: [5] });
    await add('New: to Pune', { audience_team_ids: [team!.id] });
    await add('New: off', { status: 0 });
    await add('New: later', { starts_at: new Date(Date.now() + 3_600_000).toISOString() });
    await add('New: of last year', { starts_at: '2025-01-01T00:00:00Z' });
    await call(test, admin, 'PATCH', `res/announcements/${all}`, { body: 'changed' });
    await remindAll(test.services);
    expect(await told(counsellor)).toEqual(['New: to Pune', 'New: to all']);
    expect(await told(caller)).toEqual(['New: to Pune', 'New: to callers', 'New: to all']);
    expect(await told(admin)).toEqual(['New: to all']);
    expect(await told(lakeview)).toEqual([]);
    test.clock.add(3700);
    await Promise.all([remindAll(test.services), remindAll(test.services)]);
    await remindAll(test.services);
    test.clock.add(-3700);
    expect(await told(admin)).toEqual(['New: later', 'New: to all']);
  });

  it('leads assigned one after another are combined into one notification', async () => {
    const assign = (...ids: string[]): Promise<void> =>
      test.store.transaction(actor(tenant()), (tx) => notifyAssigned(tx, tenant(), counsellor.userId!, ids));
    await assign('l1');
    const [one] = (await listOf(counsellor)).data;
    expect(one!.notifications).toMatchObject({ type: 'lead_assigned', message: 'A lead was assigned to you', leadId: 'l1' });
    await assign('l2', 'l3');
    await assign('l3');
    const [grouped, next] = (await listOf(counsellor)).data;
    expect(grouped).toMatchObject({ _id: one!._id, notifications: { message: '3 leads assigned to you' } });
    expect(grouped!.seq).toBeGreaterThan(one!.seq);
    expect(next!.notifications.type).not.toBe('lead_assigned');
    await call(test, counsellor, 'PUT', `users/notifications/${one!._id}/read`);
    await assign('l4');
    expect((await listOf(counsellor)).data[0]).toMatchObject({ notifications: { message: 'A lead was assigned to you' } });
  });
});
