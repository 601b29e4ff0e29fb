import sql from 'sql-template-tag';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Pusher from 'pusher';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { remindAll } from '../../server/live/reminders';
import { newId } from '../../server/store/ids';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { liveOf, until } from '../support/live-client';

let test: TestApp;
let counsellor: Browser;
let admin: Browser;
let lead: string;
/** What the product posts to the push service. */
const posted: { url: string; body: string }[] = [];
const service = createServer((request: IncomingMessage, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    posted.push({ url: request.url!, body });
    response.end('{}');
  });
});
const keys = { appId: '77', key: 'a-key', secret: 'a-secret', cluster: 'ap2' };
const tenant = (): string => test.fixture.tenants.northstar;

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  test = await build({ demo: true, push: { ...keys, apiUrl } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  counsellor = await signIn(test, 'counsellor@northstar.example');
  admin = await signIn(test, 'admin@northstar.example');
  const made = await call(test, admin, 'POST', 'res/leads', {
    name: 'Ravi Kale',
    phone: '9822012345',
    email: 'ravi@example.com',
    user_id: counsellor.userId,
  });
  lead = made.body['id'] as string;
});
afterAll(async () => {
  await test.close();
  await new Promise((resolve) => service.close(resolve));
});

const ringFor = (who: Browser, body: object): ReturnType<typeof call> => call(test, who, 'POST', 'dialer/sandbox-call', body);
const callRow = async (id: string): Promise<Record<string, unknown>> => (await call(test, admin, 'GET', `res/calls/${id}`)).body;
const listOf = async (who: Browser): Promise<NotificationItem[]> =>
  (await call(test, who, 'GET', `users/notifications?user_id=${who.userId}&page=1&limit=100`)).body['data'] as NotificationItem[];

describe('an incoming call', () => {
  it('ENT-068 ENT-069 ENT-070 ENT-071 ENT-072 D-080 socket and push channel notify only its user, with the same call_id and the fields of requestBody', async () => {
    const mine = await liveOf(test, counsellor);
    const other = await liveOf(test, admin);
    posted.length = 0;
    const answer = await ringFor(admin, { lead_id: lead, user_id: counsellor.userId });
    expect(answer.code).toBe(200);
    const { call_id: callId } = answer.body['data'] as { call_id: string };
    await until(() => mine.of('dialer_call').length === 1 && posted.length === 1);
    const [event] = mine.of('dialer_call');
    expect(event).toEqual({
      call_id: callId,
      at: expect.stringMatching(/Z$/),
      requestBody: {
        id: lead,
        name: 'Ravi Kale',
        email: 'ravi@example.com',
        phone: '+919822012345',
        user_id: counsellor.userId,
      },
    });
    const { channel, name, data } = JSON.parse(posted[0]!.body) as Record<string, string>;
    expect({ channel, name, data: JSON.parse(data!) as unknown }).toEqual({
      channel: `private-tenant-${tenant()}-user-${counsellor.userId}`,
      name: 'dialer_call',
      data: event,
    });
    expect(other.of('dialer_call')).toEqual([]);
    for (const one of [mine, other]) one.socket.disconnect();
  });

  it("TRUST-S4 shows its user only what their role sees of leads, however it is triggered, and stores the caller's true number", async () => {
    const field_rules = [
      { resource: 'leads', field: 'email', rule: 'hidden' },
      { resource: 'leads', field: 'phone', rule: 'masked' },
    ];
    const role = (rules: object[]) => call(test, admin, 'PATCH', 'res/users-roles/4', { field_rules: rules });
    expect((await role(field_rules)).code).toBe(200);
    const mine = await liveOf(test, counsellor);
    for (const who of [admin, counsellor]) {
      const answer = await ringFor(who, { lead_id: lead, user_id: counsellor.userId });
      await until(() => mine.of('dialer_call').length === (who === admin ? 1 : 2));
      const { requestBody } = mine.of('dialer_call').at(-1) as unknown as { requestBody: object };
      expect(requestBody).toMatchObject({ id: lead, name: 'Ravi Kale', email: null, phone: '98xxxxxx45' });
      const { call_id } = answer.body['data'] as { call_id: string };
      expect(await callRow(call_id)).toMatchObject({ phone: '+919822012345' });
      expect((await call(test, counsellor, 'POST', 'dialer/hangup', { call_id })).code).toBe(200);
    }
    mine.socket.disconnect();
    expect((await role([])).code).toBe(200);
  });

  it('D-081 posts and channel authorizations are signed as the service requires', async () => {
    const [path, query] = posted[0]!.url.split('?') as [string, string];
    const given = Object.fromEntries(new URLSearchParams(query));
    const { auth_signature: signature, ...signed } = given;
    const official = new Pusher({ ...keys, useTLS: false });
    const { Token } = Pusher as unknown as { Token: new (key: string, secret: string) => { sign(text: string): string } };
    const text = Object.entries(signed)
      .sort()
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    expect(path).toBe('/apps/77/events');
    expect(signature).toBe(new Token(keys.key, keys.secret).sign(`POST\n${path}\n${text}`));

    const channel = `private-tenant-${tenant()}-user-${counsellor.userId}`;
    const answer = await call(test, counsellor, 'POST', 'push/auth', { socket_id: '123.456', channel_name: channel });
    expect(answer.body['auth']).toBe(official.authorizeChannel('123.456', channel).auth);
  });

  it("D-081 nobody gets access to another user's, another tenant's or a public channel", async () => {
    const own = `private-tenant-${tenant()}-user-${counsellor.userId}`;
    for (const channel of [
      `private-tenant-${tenant()}-user-${admin.userId}`,
      `private-tenant-${test.fixture.tenants.lakeview}-user-${counsellor.userId}`,
      own.replace('private-', 'presence-'),
      own.replace('private-', ''),
      `${own}:x`,
    ]) {
      const answer = await call(test, counsellor, 'POST', 'push/auth', { socket_id: '123.456', channel_name: channel });
      expect({ channel, code: answer.code, auth: answer.body['auth'] }).toEqual({ channel, code: 404, auth: undefined });
    }
    for (const socket of ['1', '1.2:private-x', '1.2\n', ''])
      expect((await call(test, counsellor, 'POST', 'push/auth', { socket_id: socket, channel_name: own })).code).toBe(422);
  });

  it('D-083 hanging up ends the user’s own call and answers code 200, also when repeated; nobody else can', async () => {
    const { call_id: id } = (await ringFor(counsellor, { lead_id: lead })).body['data'] as { call_id: string };
    const hangUp = (who: Browser, body: object): ReturnType<typeof call> => call(test, who, 'POST', 'dialer/hangup', body);
    const whole = { lead_id: lead, user_id: counsellor.userId, call_id: id };
    for (const [who, body] of [
      [admin, whole],
      [admin, { ...whole, user_id: admin.userId }],
      [counsellor, { ...whole, call_id: 'nothing' }],
      [counsellor, { ...whole, lead_id: 'nothing' }],
      [counsellor, {}],
    ] as const)
      expect((await hangUp(who, body)).code).toBe(404);
    expect(await callRow(id)).toMatchObject({ state: 'ringing', direction: 'inbound' });
    test.clock.add(7);
    for (let i = 0; i < 2; i++) expect(await hangUp(counsellor, whole)).toMatchObject({ code: 200 });
    expect(await callRow(id)).toMatchObject({ state: 'ended', outcome: 'rejected' });
    expect(Number((await callRow(id))['duration_s'])).toBeGreaterThanOrEqual(7);
    const next = (await ringFor(counsellor, { lead_id: lead })).body['data'] as { call_id: string };
    const plain = await hangUp(counsellor, { lead_id: lead, user_id: counsellor.userId });
    expect(plain.body['data']).toEqual({ call_id: next.call_id });
  });

  it('is taken once, rejected or hung up, and stored as such; the open pages of its user hear of it', async () => {
    const mine = await liveOf(test, counsellor);
    const other = await liveOf(test, admin);
    const ringing = async (): Promise<string> =>
      ((await ringFor(counsellor, { lead_id: lead })).body['data'] as { call_id: string }).call_id;
    const take = (who: Browser, call_id: string) => call(test, who, 'POST', 'dialer/take', { call_id });
    const taken = await ringing();
    expect((await take(admin, taken)).code).toBe(404);
    expect((await take(counsellor, taken)).code).toBe(200);
    expect(await callRow(taken)).toMatchObject({ state: 'answered', answered_at: expect.any(String) });
    expect(await take(counsellor, taken)).toMatchObject({
      code: 409,
      body: { message: 'This call was taken in another window.' },
    });
    test.clock.add(12);
    expect((await call(test, counsellor, 'POST', 'dialer/hangup', { call_id: taken })).code).toBe(200);
    expect(await callRow(taken)).toMatchObject({ state: 'ended', outcome: 'answered', talk_s: 12 });
    const rejected = await ringing();
    expect((await call(test, counsellor, 'POST', 'dialer/hangup', { call_id: rejected })).code).toBe(200);
    expect(await callRow(rejected)).toMatchObject({ state: 'ended', outcome: 'rejected', talk_s: 0 });
    expect(await take(counsellor, rejected)).toMatchObject({ code: 409, body: { message: 'This call is over.' } });
    const missed = await ringing();
    test.clock.add(65);
    await remindAll(test.services);
    expect(await callRow(missed)).toMatchObject({ state: 'ended', outcome: 'missed', ended_at: expect.any(String) });
    const told = () => mine.of('call_state').filter(({ call_id }) => [taken, rejected, missed].includes(String(call_id)));
    await until(() => told().length === 4);
    expect(told()).toEqual([
      { call_id: taken, state: 'answered' },
      { call_id: taken, state: 'ended', by_user: true },
      { call_id: rejected, state: 'ended', by_user: true },
      { call_id: missed, state: 'ended' },
    ]);
    expect(other.of('call_state')).toEqual([]);
    for (const one of [mine, other]) one.socket.disconnect();
  });

  it('reaches a browser that opens meanwhile with what was written, no clearer than the role sees leads, until it is over', async () => {
    const role = (rules: object[]) => call(test, admin, 'PATCH', 'res/users-roles/4', { field_rules: rules });
    const live = async (who: Browser): Promise<unknown> =>
      ((await call(test, who, 'GET', 'events')).body['data'] as { calls: unknown }).calls;
    expect((await role([{ resource: 'leads', field: 'phone', rule: 'masked' }])).code).toBe(200);
    test.clock.add(61); // D-017: rights are read again after a minute
    expect(await live(counsellor)).toEqual([]);
    const { call_id } = (await ringFor(counsellor, { lead_id: lead })).body['data'] as { call_id: string };
    const note = (who: Browser, text: string) => call(test, who, 'PUT', 'dialer/note', { call_id, note: text });
    expect((await note(admin, 'Not mine')).code).toBe(404);
    expect((await note(counsellor, 'Asks for the hostel fee')).code).toBe(200);
    const requestBody = {
      id: lead,
      name: 'Ravi Kale',
      email: 'ravi@example.com',
      phone: '98xxxxxx45',
      user_id: counsellor.userId,
    };
    const shown = {
      on_hold: false,
      muted: false,
      call_id,
      at: expect.stringMatching(/Z$/),
      note: 'Asks for the hostel fee',
      requestBody,
    };
    expect(await live(counsellor)).toEqual([{ ...shown, state: 'ringing', answered_at: null }]);
    expect(await live(admin)).toEqual([]);
    expect((await call(test, counsellor, 'POST', 'dialer/take', { call_id })).code).toBe(200);
    expect(await live(counsellor)).toEqual([{ ...shown, state: 'answered', answered_at: expect.any(String) }]);
    expect((await call(test, counsellor, 'POST', 'dialer/hangup', { call_id })).code).toBe(200);
    expect(await live(counsellor)).toEqual([]);
    expect((await note(counsellor, 'Written as the form opened')).code).toBe(200);
    expect(await callRow(call_id)).toMatchObject({ outcome: 'answered', note: 'Written as the form opened' });
    expect((await role([])).code).toBe(200);
  });

  it('D-076 no call is routed to a user on break, out of scope or of another tenant; none without DEMO', async () => {
    await call(test, counsellor, 'POST', 'users/break', { status: 1, reason: 'Lunch Break' });
    expect((await ringFor(admin, { user_id: counsellor.userId, phone: '9822012345' })).code).toBe(409);
    await call(test, counsellor, 'POST', 'users/break', { status: 0 });
    expect((await ringFor(counsellor, { user_id: admin.userId, phone: '1234567' })).code).toBe(404);
    expect((await ringFor(admin, { user_id: test.fixture.users['admin@lakeview.example'] })).code).toBe(404);
    const { config } = test.services as unknown as { config: { demo: boolean } };
    config.demo = false;
    expect((await ringFor(counsellor, { phone: '9822012345' })).code).toBe(404);
    config.demo = true;
  });

  it('a call that nobody answers for a minute is missed, and its user is notified once', async () => {
    const { call_id: id } = (await ringFor(counsellor, { lead_id: lead })).body['data'] as { call_id: string };
    await remindAll(test.services);
    expect(await callRow(id)).toMatchObject({ state: 'ringing' });
    test.clock.add(65);
    await Promise.all([remindAll(test.services), remindAll(test.services)]);
    expect(await callRow(id)).toMatchObject({ state: 'ended', outcome: 'missed' });
    const missed = (await listOf(counsellor)).filter((one) => one.notifications.type === 'inbound_missed_call');
    expect(missed.filter((one) => one.notifications.message === 'Missed call from Ravi Kale')).toHaveLength(3); // including one of the first test, and one above
    expect(missed[0]!.notifications).toMatchObject({ leadId: lead });
  });

  it('TRUST-S4 notifications of missed calls and follow-ups show only what the role sees of leads', async () => {
    const role = (rules: object[]) => call(test, admin, 'PATCH', 'res/users-roles/4', { field_rules: rules });
    const rules = [
      { resource: 'leads', field: 'phone', rule: 'masked' },
      { resource: 'leads', field: 'name', rule: 'hidden' },
    ];
    expect((await role(rules)).code).toBe(200);
    expect((await ringFor(counsellor, { phone: '9811122233' })).code).toBe(200);
    expect((await ringFor(counsellor, { lead_id: lead })).code).toBe(200);
    const due = newId();
    await test.store.transaction(actor(tenant()), (tx) =>
      tx.run(sql`insert into "follow_ups" ("tenant_id", "id", "call_action_id", "lead_id", "call_date_time", "btn_message",
          "created_date", "state", "user_id") values (${tenant()}, ${due}, ${due}, ${lead},
          ${new Date(test.services.now().getTime() + 60_000).toISOString()}::timestamptz, 'Call back', now(), 'pending', ${counsellor.userId})`),
    );
    test.clock.add(65);
    await remindAll(test.services);
    expect((await role([])).code).toBe(200);
    const told = (await listOf(counsellor)).slice(0, 3).map((one) => one.notifications.message);
    expect(told).toEqual(expect.arrayContaining(['Missed call from 98xxxxxx33', 'Missed call from 98xxxxxx45']));
    expect(told.join()).toContain('Follow-up with a lead');
    expect(told.join()).not.toMatch(/Ravi|9811122233/);
    await test.store.transaction(actor(tenant()), (tx) =>
      tx.run(sql`delete from "follow_ups" where "tenant_id" = ${tenant()} and "id" = ${due}`),
    );
    await test.store.transaction(actor(tenant()), (tx) =>
      tx.run(sql`delete from "notifications" where "tenant_id" = ${tenant()} and "notifications" ->> 'message' like '%a lead%'`),
    );
  });
});
