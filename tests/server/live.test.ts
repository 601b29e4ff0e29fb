import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../server/identity/tokens';
import { makeSecrets } from '../../server/store/secrets';
import { call, newBrowser, signIn } from '../support/app';
import { connectLive, until, type LiveClient } from '../support/live-client';
import { live, messages, open, people, port, settle, startWorld, stopWorld, tearDown, tell, tenant, test } from './live-world';

beforeAll(startWorld);
afterEach(tearDown);
afterAll(stopWorld);

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

  it('LIVE-009 TRUST-S12 without a genuine, valid token nobody gets in', async () => {
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
    expect((await connectLive(port, await sign(own, {}))).socket.connected).toBe(true); // the forged tokens are well formed
    for (const [name, value] of Object.entries(bad)) {
      const client = await connectLive(port, value);
      expect({ name, connected: client.socket.connected, why: client.ended() }).toEqual({
        name,
        connected: false,
        why: 'unauthorized',
      });
    }
  });

  it('TRUST-S8 a page of another origin is refused, whatever its token', async () => {
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

  it('TRUST-S8 a user has at most five connections', async () => {
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

describe('events', () => {
  it('LIVE-010 an event reaches all connections of its user in its tenant, and nobody else', async () => {
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

  it('TRUST-S8 a client cannot join a room: forged joins, unknown and foreign events change nothing', async () => {
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

  it('TRUST-S8 a flood or a malformed message ends only that connection', async () => {
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

describe('a message that is not a text', () => {
  it('TRUST-S8 names that cannot become texts do not crash the process, and the valid ones are watched', async () => {
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
    await until(() => client.ended() !== undefined);
    expect(client.of('session_revoked')).toEqual([{ reason: 'revoked' }]);
    expect((await live(here)).ended()).toBe('unauthorized');
    await settle([other, 'counsellor@northstar']);
  });

  it('TRUST-S8 a deactivated user is cut off within 5 s', async () => {
    const client = await live(await signIn(test, 'backoffice@northstar.example'));
    const id = test.fixture.users['backoffice@northstar.example']!;
    const answer = await call(test, people['admin@northstar']!, 'PATCH', `res/users/${id}`, { status: 0 });
    expect(answer.status).toBe(200);
    await until(() => client.ended() !== undefined);
    expect(client.of('session_revoked')).toHaveLength(1);
  });

  it('TRUST-S8 a token revoked directly in the database is noticed too', async () => {
    const client = await live(await signIn(test, 'lead@northstar.example'));
    await test.store.admin(`alter table users disable trigger all;
      update users set token_version = coalesce(token_version, 0) + 1 where email = 'lead@northstar.example';
      alter table users enable trigger all`);
    await until(() => client.ended() !== undefined);
  });

  it('D-082 an expired token closes its connection; with a renewed one of the same user it stays open', async () => {
    const [first, second] = [await signIn(test, 'manager@northstar.example'), await signIn(test, 'manager@northstar.example')];
    const [stale, renewed] = [await live(first), await live(second)];
    test.clock.add(14 * 60);
    const fresh = (await call(test, second, 'POST', 'users/refresh', {})).body as { data: { token: string } };
    const take = (client: LiveClient, token: unknown): Promise<boolean> => client.socket.emitWithAck('token', token) as never;
    expect(await take(stale, people['admin@northstar']!.token)).toBe(false);
    expect(await take(stale, 'junk')).toBe(false);
    expect(await take(renewed, fresh.data.token)).toBe(true);
    test.clock.add(2 * 60);
    await until(() => stale.ended() !== undefined);
    expect(stale.of('session_revoked')).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(renewed.socket.connected).toBe(true);
    test.clock.add(-16 * 60);
  });
});
