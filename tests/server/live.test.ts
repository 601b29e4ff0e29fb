import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../server/identity/tokens';
import { notify } from '../../server/live/notify';
import { makeSecrets } from '../../server/store/secrets';
import { build, call, newBrowser, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { connectLive, liveOf, portOf, until, type LiveClient } from '../support/live-client';

let test: TestApp;
let port: number;
const open: LiveClient[] = [];
const people: Record<string, Browser> = {};
beforeAll(async () => {
  test = await build();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(test);
  for (const email of ['admin@northstar', 'counsellor@northstar', 'caller@northstar', 'outsider@northstar', 'admin@lakeview'])
    people[email] = await signIn(test, `${email}.example`);
});
afterEach(() => open.splice(0).forEach(({ socket }) => socket.disconnect()));
afterAll(() => test.close());

const live = async (who: string | Browser): Promise<LiveClient> => {
  const client = await liveOf(test, typeof who === 'string' ? people[who]! : who);
  open.push(client);
  return client;
};
const tenant = (): string => test.fixture.tenants.northstar;
const tell = (to: string | string[], message: string, tenantId = tenant()): Promise<void> =>
  test.store.transaction(actor(tenantId), (tx) => notify(tx, tenantId, { to, type: 'announcement', message }));
const messages = (client: LiveClient): string[] =>
  client.of('crm_notification').map((body) => (body['notifications'] as { message: string }).message);
/** Everything on its way has arrived: a message that went last to each of them is there. */
async function settle(...clients: [LiveClient, string][]): Promise<void> {
  for (const [client, who] of clients) {
    const mark = randomUUID();
    await tell(people[who]!.userId!, mark, who.endsWith('lakeview') ? test.fixture.tenants.lakeview : tenant());
    await until(() => messages(client).includes(mark));
  }
}

describe('connecting', () => {
  it('LIVE-002 the socket answers at /azsocket/ and nowhere else', async () => {
    const client = await live('counsellor@northstar');
    expect(client.socket.connected).toBe(true);
    const elsewhere = await connectLive(port, people['counsellor@northstar']!.token, { path: '/socket.io/' });
    expect(elsewhere.socket.connected).toBe(false);
  });

  it('polling works where websocket does not', async () => {
    const client = await connectLive(port, people['counsellor@northstar']!.token, { transports: ['polling'], upgrade: false });
    open.push(client);
    await settle([client, 'counsellor@northstar']);
    expect(client.socket.io.engine.transport.name).toBe('polling');
  });

  it('LIVE-009 TRUST-S12 without a genuine, living token nobody gets in', async () => {
    const { token } = people['counsellor@northstar']!;
    const claims = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString()) as Parameters<typeof signToken>[2];
    const sign = (secret: string, change: object, at = test.services.now(), use: 'access' | 'chat' = 'access') =>
      signToken(makeSecrets(secret), use, { ...claims, jti: randomUUID(), ...change }, at);
    const own = test.services.config.secretKey;
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${token!.split('.')[1]}.`;
    const bad: Record<string, unknown> = {
      nothing: undefined,
      'no text': { $ne: null },
      empty: '',
      junk: 'x'.repeat(3000),
      'another key': await sign('another-secret-key-of-forty-characters!!', {}),
      unsigned,
      'its end cut off': token!.slice(0, -2),
      expired: await sign(own, {}, new Date(test.services.now().getTime() - 20 * 60_000)),
      'of the chat': await sign(own, {}, test.services.now(), 'chat'),
      'of an older version': await sign(own, { ver: -1 }),
      'of another tenant': await sign(own, { tid: test.fixture.tenants.lakeview, ver: 7 }),
      'of a user who is gone': await sign(own, { sub: 'nobody' }),
    };
    expect((await connectLive(port, await sign(own, {}))).socket.connected).toBe(true); // the forgery itself is well made
    for (const [name, value] of Object.entries(bad)) {
      const client = await connectLive(port, value);
      expect({ name, connected: client.socket.connected, why: client.ended() }).toEqual({
        name,
        connected: false,
        why: 'unauthorized',
      });
    }
  });

  it('TRUST-S8 a page of another origin is refused, whatever token it brings', async () => {
    const { token } = people['counsellor@northstar']!;
    for (const origin of ['https://evil.example', 'http://127.0.0.1.evil.example', 'null', 'http://127.0.0.1:1']) {
      for (const transports of [['websocket'], ['polling']]) {
        const client = await connectLive(port, token, { transports, extraHeaders: { origin } });
        expect({ origin, transports, connected: client.socket.connected }).toEqual({ origin, transports, connected: false });
      }
    }
    const own = await connectLive(port, token, { extraHeaders: { origin: `http://127.0.0.1:${port}` } });
    open.push(own);
    expect(own.socket.connected).toBe(true);
  });

  it('TRUST-S8 a user has five connections at most', async () => {
    const six = await Promise.all(Array.from({ length: 5 }, () => live('caller@northstar')));
    const sixth = await live('caller@northstar');
    expect([...six, sixth].filter(({ socket }) => socket.connected)).toHaveLength(5);
    expect(sixth.ended()).toBe('too many connections');
    six[0]!.socket.disconnect();
    let again: LiveClient | undefined;
    for (let i = 0; i < 50 && !again?.socket.connected; i++) again = await live('caller@northstar');
    expect(again?.socket.connected).toBe(true);
  });
});

describe('what is heard', () => {
  it('LIVE-010 an event reaches the connections of its user in its tenant, all of them, and nobody else', async () => {
    const mine = [await live('counsellor@northstar'), await live('counsellor@northstar')];
    const others = [
      [await live('admin@northstar'), 'admin@northstar'],
      [await live('caller@northstar'), 'caller@northstar'],
      [await live('admin@lakeview'), 'admin@lakeview'],
    ] as [LiveClient, string][];
    const texts = Array.from({ length: 50 }, (_, i) => `Private ${i}`);
    for (const text of texts) await tell(people['counsellor@northstar']!.userId!, text);
    await settle(...mine.map((client) => [client, 'counsellor@northstar'] as [LiveClient, string]), ...others);
    for (const client of mine) expect(messages(client).filter((text) => text.startsWith('Private'))).toEqual(texts);
    for (const [client] of others) expect(JSON.stringify(client.heard)).not.toContain('Private');
  });

  it('TRUST-S8 a client joins no room: forged joins, strange and foreign events change nothing', async () => {
    const client = await live('outsider@northstar');
    const { socket } = client;
    const target = people['counsellor@northstar']!.userId!;
    const room = `t:${tenant()}:u:${target}`;
    const emit = socket.emit.bind(socket) as (event: string, ...args: unknown[]) => void;
    for (const event of ['join', 'subscribe', 'room', 'watch', 'crm_notification', 'dialer_call'])
      for (const body of [room, [room], { room }]) emit(event, body);
    await settle([client, 'outsider@northstar']);
    await tell(target, 'Private to the counsellor');
    const counsellor = await live('counsellor@northstar');
    await settle([counsellor, 'counsellor@northstar'], [client, 'outsider@northstar']);
    expect(JSON.stringify(client.heard)).not.toContain('Private to the counsellor');
    expect(JSON.stringify(counsellor.heard)).not.toContain(room);
  });

  it('TRUST-S8 a flood and what is no message end that connection alone', async () => {
    const quiet = await live('counsellor@northstar');
    const loud = await live('outsider@northstar');
    for (let i = 0; i < 60; i++) loud.socket.emit('watch', ['leads']);
    await until(() => loud.ended() !== undefined);
    const malformed = await live('outsider@northstar');
    for (const text of ['4999{', '42["', '42{"a":1}', `42["x","${'y'.repeat(20_000)}"]`]) {
      const one = await live('outsider@northstar');
      (one.socket.io.engine as unknown as { transport: { ws: { send(text: string): void } } }).transport.ws.send(text);
      await until(() => one.ended() !== undefined);
    }
    malformed.socket.emit('token', { not: 'a text' }, { not: 'a function' });
    malformed.socket.emit('watch', null);
    malformed.socket.emit('watch', [{}, null, '__proto__', 'constructor', 'no-resource']);
    await settle([quiet, 'counsellor@northstar'], [malformed, 'outsider@northstar']);
    expect(quiet.socket.connected).toBe(true);
  });
});

describe('a message that is no text', () => {
  it('TRUST-S8 names that cannot become texts end no process: those that are texts are watched', async () => {
    const thrown: unknown[] = [];
    const note = (error: unknown): void => void thrown.push(error);
    const before = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', note);
    const admin = await live('admin@northstar');
    admin.socket.emit('watch', [{ toString: 1, valueOf: 1 }, 7, 'leads']);
    await settle([admin, 'admin@northstar']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.off('uncaughtException', note);
    for (const listener of before) process.on('uncaughtException', listener);
    await call(test, people['admin@northstar']!, 'POST', 'res/leads', { name: 'Meera', phone: '9822012399' });
    await until(() => admin.of('changed').some((body) => body['resource'] === 'leads'));
    expect(thrown).toEqual([]);
  });
});

describe('the end of a token', () => {
  it('D-082 logging out closes the connection of that token within 5 s and says why; other sign-ins stay', async () => {
    const here = await signIn(test, 'counsellor@northstar.example', newBrowser());
    const client = await live(here);
    const other = await live('counsellor@northstar');
    await call(test, here, 'POST', 'users/auth-log', { by_user: true });
    await until(() => client.ended() !== undefined, 5000);
    expect(client.of('session_revoked')).toEqual([{ reason: 'revoked' }]);
    expect((await live(here)).ended()).toBe('unauthorized');
    await settle([other, 'counsellor@northstar']);
  });

  it('TRUST-S8 a deactivated user is cut off within 5 s', async () => {
    const client = await live(await signIn(test, 'backoffice@northstar.example'));
    const id = test.fixture.users['backoffice@northstar.example']!;
    const answer = await call(test, people['admin@northstar']!, 'PATCH', `res/users/${id}`, { status: 0 });
    expect(answer.status).toBe(200);
    await until(() => client.ended() !== undefined, 5000);
    expect(client.of('session_revoked')).toHaveLength(1);
  });

  it('TRUST-S8 a token that ends behind the product is found too', async () => {
    const client = await live(await signIn(test, 'lead@northstar.example'));
    await test.store.admin(`alter table users disable trigger all;
      update users set token_version = coalesce(token_version, 0) + 1 where email = 'lead@northstar.example';
      alter table users enable trigger all`);
    await until(() => client.ended() !== undefined, 6000);
  });

  it('D-082 an expired token closes its connection; a renewed one of the same user goes on', async () => {
    const [first, second] = [await signIn(test, 'manager@northstar.example'), await signIn(test, 'manager@northstar.example')];
    const [stale, renewed] = [await live(first), await live(second)];
    test.clock.add(14 * 60);
    const fresh = (await call(test, second, 'POST', 'users/refresh', {})).body as { data: { token: string } };
    const take = (client: LiveClient, token: unknown): Promise<boolean> => client.socket.emitWithAck('token', token) as never;
    expect(await take(stale, people['admin@northstar']!.token)).toBe(false);
    expect(await take(stale, 'junk')).toBe(false);
    expect(await take(renewed, fresh.data.token)).toBe(true);
    test.clock.add(2 * 60);
    await until(() => stale.ended() !== undefined, 5000);
    expect(stale.of('session_revoked')).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(renewed.socket.connected).toBe(true);
    test.clock.add(-16 * 60);
  });
});

describe('rows that somebody else changed', () => {
  it('those who see every row hear which, those who see some hear of theirs, others nothing', async () => {
    const watch = async (who: string): Promise<LiveClient> => {
      const client = await live(who);
      client.socket.emit('watch', ['leads', 'users']);
      await settle([client, who]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      client.heard.length = 0;
      return client;
    };
    const admin = await watch('admin@northstar');
    const owner = await watch('counsellor@northstar');
    const other = await watch('outsider@northstar');
    const foreign = await watch('admin@lakeview');
    const idle = await live('admin@northstar');
    const made = (
      await call(test, people['admin@northstar']!, 'POST', 'res/leads', {
        name: 'Asha',
        phone: '9822012345',
        user_id: people['counsellor@northstar']!.userId,
      })
    ).body as unknown as { id: string };
    await until(() => admin.of('changed').length > 0 && owner.of('changed').length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    for (const client of [admin, owner, other, foreign, idle]) client.heard.length = 0;
    await call(test, people['admin@northstar']!, 'PATCH', `res/leads/${made.id}`, { city: 'Pune' });
    await until(() => owner.of('changed').some((body) => body['resource'] === 'leads'));
    await settle(
      [admin, 'admin@northstar'],
      [other, 'outsider@northstar'],
      [foreign, 'admin@lakeview'],
      [idle, 'admin@northstar'],
    );
    const ofLeads = (client: LiveClient) => client.of('changed').filter((body) => body['resource'] === 'leads');
    expect(ofLeads(admin)).toEqual([{ resource: 'leads', ids: [made.id] }]);
    expect(ofLeads(owner)).toEqual([{ resource: 'leads', ids: [made.id] }]);
    expect(ofLeads(other)).toEqual([]);
    expect(ofLeads(foreign)).toEqual([]);
    expect(ofLeads(idle)).toEqual([]);
  });

  it('a user without the right to list hears nothing; a statement by hand is told without ids', async () => {
    const caller = await live('caller@northstar');
    const admin = await live('admin@northstar');
    for (const client of [caller, admin]) client.socket.emit('watch', ['users', 'lead-stages']);
    await settle([caller, 'caller@northstar'], [admin, 'admin@northstar']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await test.store.transaction(actor(tenant()), (tx) =>
      tx.run(sql`update "users" set "extension" = '12' where "tenant_id" = ${tenant()} and "name" like 'Outsider%'`),
    );
    await until(() => admin.of('changed').length > 0);
    await settle([caller, 'caller@northstar']);
    expect(admin.of('changed')).toEqual([{ resource: 'users' }]);
    expect(caller.of('changed')).toEqual([]);
  });

  it('TRUST-S8 a role, a team or a user that changes is felt at once: nobody hears of rows that they may no longer see', async () => {
    const admin = people['admin@northstar']!;
    const manager = await signIn(test, 'manager@northstar.example', newBrowser());
    const counsellor = people['counsellor@northstar']!;
    const client = await live(manager);
    client.socket.emit('watch', ['leads']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const ids: unknown[] = [];
    for (const user_id of [counsellor.userId, people['outsider@northstar']!.userId]) {
      const made = await call(test, admin, 'POST', 'res/leads', { name: 'Ira', phone: `98220${56_000 + ids.length}`, user_id });
      ids.push((made.body as unknown as { id: string }).id);
    }
    const change = (path: string, body: object): Promise<unknown> =>
      call(test, admin, 'PATCH', path, body).then(({ status }) => expect(status).toBe(200));
    let city = 0;
    const hears = async (which: number): Promise<boolean> => {
      await new Promise((resolve) => setTimeout(resolve, 1100)); // earlier changes have been told, rooms are read again
      client.heard.length = 0;
      await change(`res/leads/${String(ids[which])}`, { city: `City ${++city}` });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return client.of('changed').some((body) => (body['ids'] as unknown[] | undefined)?.includes(ids[which]));
    };
    expect([await hears(0), await hears(1)]).toEqual([true, false]);
    await change('res/users-roles/2', { data_scope: 'own' });
    expect(await hears(0)).toBe(false);
    await change('res/users-roles/2', { data_scope: 'branch' });
    expect(await hears(0)).toBe(true);
    await change(`res/users/${people['outsider@northstar']!.userId}`, { reports_to: manager.userId });
    expect(await hears(1)).toBe(true);
    await change(`res/users/${people['outsider@northstar']!.userId}`, { reports_to: admin.userId });
    expect(await hears(1)).toBe(false);
  });

  it('a page that opens its channel hears what changed since it was opened, and all of it where that cannot be known', async () => {
    const changed = async (who: string, age: unknown): Promise<unknown> => {
      const { socket } = await live(who);
      return socket.timeout(60_000).emitWithAck('watch', ['leads', 'colleges', 'no-resource'], age);
    };
    const all = ['leads', 'colleges', 'no-resource'];
    expect(await changed('admin@northstar', null)).toEqual(all);
    expect(await changed('admin@northstar', -1)).toEqual(all);
    expect(await changed('admin@northstar', 1e9)).toEqual(all); // before this process
    await new Promise((resolve) => setTimeout(resolve, 2_100)); // longer than the margin
    await test.store.transaction(actor(tenant()), (tx) =>
      tx.run(sql`update "leads" set "city" = 'Wai' where "tenant_id" = ${tenant()}`),
    );
    expect(await changed('admin@northstar', 0)).toEqual(['leads']);
    expect(await changed('admin@lakeview', 0)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(await changed('admin@northstar', 0)).toEqual([]);
  });

  it('many changes come as few events', async () => {
    const admin = await live('admin@northstar');
    admin.socket.emit('watch', ['leads']);
    await settle([admin, 'admin@northstar']);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    admin.heard.length = 0;
    const started = Date.now();
    for (let i = 0; i < 40; i++)
      await test.store.transaction(actor(tenant()), (tx) =>
        tx.run(sql`update "leads" set "city" = ${`City ${i}`} where "tenant_id" = ${tenant()}`),
      );
    const windows = Math.ceil((Date.now() - started) / 30);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const count = admin.of('changed').length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(Math.min(40, windows + 2));
  });
});
