import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageFeatures } from '../../server/http/headers';
import { build, call, edit, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let counsellor: Browser;
let tenant: string;

beforeAll(async () => {
  test = await build();
  tenant = test.fixture.tenants.northstar;
  await edit(test, tenant, `update users set wp_access = 1`);
  await edit(
    test,
    tenant,
    `update users_roles set permissions = permissions || '[{"code":"WhatsApp_Communication","level":[1,2,6]}]' where role = 4`,
  );
  counsellor = await signIn(test, 'counsellor@northstar.example');
});
afterAll(() => test.close());

const ticketOf = async (who: Browser): Promise<string> =>
  ((await call(test, who, 'POST', 'whatsapp/frame/ticket', {})).body['data'] as { ticket: string }).ticket;
/** Exchanges the ticket as the frame does: in the same browser, without the access token. */
const exchange = (who: Browser, ticket: string): Promise<Answer> =>
  call(test, { cookies: who.cookies, ip: who.ip }, 'POST', 'whatsapp/frame/session', { ticket });
const tokenOf = (answer: Answer): string => (answer.body['data'] as { token: string }).token;
const chats = (who: Browser, token: string): Promise<Answer> =>
  call(test, { ...who, token }, 'GET', `chats_list?id=${who.userId}`);
const claims = (token: string): Record<string, number> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, number>;

describe('TRUST-S23 the ticket of a chat frame', () => {
  it('is exchanged once, for a session of fifteen minutes that works only for the chat calls', async () => {
    const ticket = await ticketOf(counsellor);
    const opened = await exchange(counsellor, ticket);
    expect(opened).toMatchObject({ status: 200, body: { code: 200, data: { user_id: counsellor.userId } } });
    const token = tokenOf(opened);
    expect(claims(token)['exp']! - claims(token)['iat']!).toBe(15 * 60);
    expect((await chats(counsellor, token)).code).toBe(200);
    for (const path of ['users/me', 'res/leads?limit=1', 'acl'])
      expect([path, (await call(test, { ...counsellor, token }, 'GET', path)).status]).toEqual([path, 401]);
    expect((await call(test, { ...counsellor, token }, 'POST', 'whatsapp/frame/ticket', {})).status).toBe(401);
    expect((await exchange(counsellor, ticket)).status).toBe(401);
    const tries = await ticketOf(counsellor).then((one) => Promise.all([1, 2, 3, 4].map(() => exchange(counsellor, one))));
    expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('gives no access itself, and no other token is accepted as a ticket', async () => {
    const ticket = await ticketOf(counsellor);
    expect((await chats(counsellor, ticket)).status).toBe(401);
    for (const other of [counsellor.token!, counsellor.wpToken!, `${ticket}x`, 'x'])
      expect((await exchange(counsellor, other)).status).toBe(401);
    expect((await exchange(counsellor, ticket)).code).toBe(200);
  });

  it('expires after sixty seconds', async () => {
    const [early, late] = [await ticketOf(counsellor), await ticketOf(counsellor)];
    test.clock.add(58);
    expect((await exchange(counsellor, early)).code).toBe(200);
    test.clock.add(3);
    expect((await exchange(counsellor, late)).status).toBe(401);
    test.clock.add(-61);
  });

  it('works only in the browser of its sign-in', async () => {
    const ticket = await ticketOf(counsellor);
    const stranger = newBrowser();
    expect((await exchange(stranger, ticket)).status).toBe(401);
    const colleague = await signIn(test, 'admin@northstar.example');
    expect((await exchange(colleague, ticket)).status).toBe(401);
    expect((await exchange(counsellor, ticket)).code).toBe(200);
  });

  it('ends with the sign-out, as does its session; it appears in no log, audit row or stored answer', async () => {
    const who = await signIn(test, 'counsellor@northstar.example');
    const headers = { 'idempotency-key': 'twice' };
    const { ticket } = (await call(test, who, 'POST', 'whatsapp/frame/ticket', {}, headers)).body['data'] as { ticket: string };
    const again = await ticketOf(who);
    const token = tokenOf(await exchange(who, ticket));
    expect((await exchange(who, ticket)).status).toBe(401); // logged as a used ticket
    await test.app.inject({ url: `/wa-client/inbox?source=external&token=${ticket}` });
    await call(test, who, 'POST', 'users/auth-log', { by_user: true });
    expect((await chats(who, token)).status).toBe(401);
    expect((await exchange(who, again)).status).toBe(401);
    const kept = await test.store.admin(
      `select (select coalesce(json_agg(a), '[]') from audit a)::text || (select coalesce(json_agg(i), '[]') from idempotency i)::text
        || (select coalesce(json_agg(t), '[]') from attempts t)::text as t`,
    );
    const written = `${String(kept[0]!['t'])}${JSON.stringify(test.logged)}${test.messages.join()}`;
    expect(test.logged.map((one) => one.message)).toContain('a used chat ticket was presented again');
    for (const secret of [ticket, again, token]) expect(written.includes(secret)).toBe(false);
  });

  it('a client of another origin gets a token of fifteen minutes, only for the chat calls, which ends with the sign-out', async () => {
    const who = await signIn(test, 'counsellor@northstar.example');
    const given = await call(test, who, 'POST', 'whatsapp/frame/token', {});
    const token = tokenOf(given);
    expect(claims(token)['exp']! - claims(token)['iat']!).toBe(15 * 60);
    expect((await chats(who, token)).code).toBe(200);
    expect((await call(test, { ...who, token }, 'GET', 'users/me')).status).toBe(401);
    expect((await call(test, { ...who, token }, 'POST', 'whatsapp/frame/token', {})).status).toBe(401); // it cannot renew itself
    test.clock.add(16 * 60 + 1);
    expect((await chats(who, token)).status).toBe(401);
    test.clock.add(-16 * 60 - 1);
    await call(test, who, 'POST', 'users/auth-log', { by_user: true });
    expect((await chats(who, token)).status).toBe(401);
  });

  it('needs the permission to chat, and only the configured client may use the microphone', async () => {
    const caller = await signIn(test, 'caller@northstar.example');
    await edit(test, tenant, `update users_roles set permissions = '[]' where role = 5`);
    test.clock.add(61);
    expect((await call(test, caller, 'POST', 'whatsapp/frame/ticket', {})).code).toBe(403);
    expect(pageFeatures({})).toContain('microphone=(self),');
    expect(pageFeatures({ whatsappClientBase: 'https://chat.example/client' })).toContain(
      'microphone=(self "https://chat.example"),',
    );
  });
});
