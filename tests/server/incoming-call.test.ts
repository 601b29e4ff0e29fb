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
  it('ENT-068 ENT-069 ENT-070 ENT-071 ENT-072 D-080 socket and push channel tell its user alone, with one call_id and the fields of requestBody', async () => {
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

  it("TRUST-S4 tells its user what their role sees of leads, whoever makes it ring, and keeps the caller's true number", async () => {
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

  it('D-081 what is posted and what lets a browser in is signed as the service wants it', async () => {
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

  it("D-081 nobody is let into another user's, another tenant's or a public channel", async () => {
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

  it('D-083 hanging up ends the own call and answers code 200, again and again; nobody else can', async () => {
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

  it('a call that nobody takes for a minute is missed, and its user is told once', async () => {
    const { call_id: id } = (await ringFor(counsellor, { lead_id: lead })).body['data'] as { call_id: string };
    await remindAll(test.services);
    expect(await callRow(id)).toMatchObject({ state: 'ringing' });
    test.clock.add(65);
    await Promise.all([remindAll(test.services), remindAll(test.services)]);
    expect(await callRow(id)).toMatchObject({ state: 'ended', outcome: 'missed' });
    const missed = (await listOf(counsellor)).filter((one) => one.notifications.type === 'inbound_missed_call');
    expect(missed.filter((one) => one.notifications.message === 'Missed call from Ravi Kale')).toHaveLength(2); // the first test's too
    expect(missed[0]!.notifications).toMatchObject({ leadId: lead });
  });

  it('TRUST-S4 a missed call and a follow-up are told no clearer than the role sees leads', async () => {
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

describe('reminders of follow-ups', () => {
  const followUp = (inSeconds: number): Promise<string> =>
    test.store.transaction(actor(tenant()), async (tx) => {
      const id = newId();
      const at = new Date(test.services.now().getTime() + inSeconds * 1000).toISOString();
      await tx.run(sql`insert into "follow_ups" ("tenant_id", "id", "call_action_id", "lead_id", "call_date_time", "btn_message",
          "created_date", "state", "user_id") values (${tenant()}, ${id}, ${id}, ${lead}, ${at}::timestamptz, 'Call back',
          ${at}::timestamptz, 'pending', ${counsellor.userId})`);
      return id;
    });
  const told = async (type: string): Promise<string[]> =>
    (await listOf(counsellor)).filter((one) => one.notifications.type === type).map((one) => one.notifications.message);

  it('five minutes before and when it is due, each once however often and by however many it is looked for', async () => {
    await followUp(600);
    await remindAll(test.services);
    expect(await told('followup_due')).toEqual([]);
    test.clock.add(310);
    for (let i = 0; i < 3; i++) await remindAll(test.services);
    expect(await told('followup_due')).toEqual(['Follow-up with Ravi Kale in 5 minutes']);
    test.clock.add(300);
    await Promise.all([remindAll(test.services), remindAll(test.services)]);
    expect(await told('followup_due')).toEqual(['Follow-up with Ravi Kale is due now', 'Follow-up with Ravi Kale in 5 minutes']);
  });

  it('one that is done, or long past, is not reminded of; the digest of overdue ones comes once a day from nine', async () => {
    const at = new Date(Date.now() + 2 * 86_400_000); // whatever the hour is now, what was due before is of an earlier day there
    at.setUTCHours(3, 0, 0, 0); // half past eight in the tenant's zone
    test.clock.set(at);
    Object.assign(counsellor, await signIn(test, 'counsellor@northstar.example'));
    await followUp(-2 * 86_400);
    await followUp(-3 * 86_400);
    const before = (await told('followup_overdue')).length;
    const due = (await told('followup_due')).length;
    await remindAll(test.services);
    expect(await told('followup_overdue')).toHaveLength(before);
    test.clock.add(1900);
    Object.assign(counsellor, await signIn(test, 'counsellor@northstar.example'));
    for (let i = 0; i < 2; i++) await remindAll(test.services);
    const digests = await told('followup_overdue');
    expect(digests).toHaveLength(before + 1);
    expect(digests[0]).toMatch(/^You have [3-9] overdue follow-ups$/);
    expect(await told('followup_due')).toHaveLength(due);
  });
});
