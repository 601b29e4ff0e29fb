import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderHook } from '@testing-library/react';
import { type DialerCall } from '../../src/providers/live/live';
import { renewLive, startLive } from '../../src/providers/live/live-socket';
import { currentSession, endSession, updateUser } from '../../src/providers/session/session';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { until } from '../support/live-client';
import { useRingingCalls } from '../../src/providers/live/ringing-calls';
import { signedIn, tokenFor } from './browser-fixture';
import {
  asked,
  channel,
  heard,
  http,
  io,
  kept,
  notice,
  pusher,
  sent,
  setKept,
  setPush,
  setRefusal,
  setUp,
  sockets,
  start,
  startWorld,
  stopWorld,
  stops,
  tearDown,
  tokens,
} from './live-world';

beforeAll(startWorld);
beforeEach(setUp);
afterEach(tearDown);
afterAll(stopWorld);
const ringing = (change: Partial<DialerCall> = {}, userId = 'u-4'): DialerCall => ({
  call_id: 'c-1',
  at: new Date().toISOString(),
  requestBody: { id: 'l-1', name: 'Ravi', email: 'r@example.com', phone: '+919822012345', user_id: userId },
  ...change,
});

describe('the connection', () => {
  it('LIVE-001 LIVE-002 LIVE-003 is opened at /azsocket/ with the stored token, by websocket first', async () => {
    signedIn();
    await start();
    expect(tokens).toEqual([currentSession()!.user.token]);
    expect(sockets[0]!.conn.transport.name).toBe('websocket');
    expect(sockets[0]!.request.url).toContain('/azsocket/');
  });

  it('LIVE-003 uses polling if websocket is refused', async () => {
    signedIn();
    const engine = io.engine as unknown as { opts: { transports: string[] } };
    engine.opts.transports = ['polling'];
    await start().finally(() => (engine.opts.transports = ['polling', 'websocket']));
    expect(sockets[0]!.conn.transport.name).toBe('polling');
  });

  it('LIVE-013 a connection still opening when its page goes is closed once it opens, without a token', async () => {
    signedIn();
    const bytes: Buffer[] = [];
    let gone = false;
    const stop = startLive();
    http.prependOnceListener('upgrade', (_request, line) => {
      line.on('data', (chunk: Buffer) => void bytes.push(chunk));
      line.on('close', () => (gone = true));
      stop(); // before the server answered
    });
    await until(() => gone);
    const closingFrame = 0x88;
    expect(Buffer.concat(bytes)[0]).toBe(closingFrame);
    expect(tokens).toEqual([]);
  });

  it('LIVE-004 reconnects by itself when the connection is lost', async () => {
    signedIn();
    await start();
    (sockets[0]!.conn as unknown as { transport: { close(): void } }).transport.close();
    await until(() => sockets.length === 2);
  });

  it('LIVE-005 reconnects with the current token when the server forced the disconnect', async () => {
    signedIn();
    await start();
    updateUser({ token: tokenFor(900, 'newer') });
    sockets[0]!.disconnect(true);
    await until(() => sockets.length === 2);
    expect(tokens.at(-1)).toBe(currentSession()!.user.token);
    expect(tokens.at(-1)).not.toBe(tokens[0]);
  });

  it('LIVE-012 is not retried with an invalid token: the user is logged out', async () => {
    signedIn();
    setRefusal('unauthorized');
    stops.push(startLive());
    await until(() => currentSession() === null);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(tokens).toHaveLength(1);
    expect(window.location.pathname).toBe('/login');
  });

  it('a refusal for another reason does not end the session', async () => {
    signedIn();
    setRefusal('unavailable');
    stops.push(startLive());
    await until(() => tokens.length === 1);
    setRefusal(undefined);
    await until(() => sockets.length === 1);
    expect(currentSession()).not.toBeNull();
  });

  it('LIVE-013 is closed at logout, and session_revoked logs out', async () => {
    for (const end of [
      () => endSession({ comeBack: false }),
      () => void sockets[0]!.emit('session_revoked', { reason: 'revoked' }),
    ]) {
      sockets.splice(0);
      asked.splice(0);
      signedIn();
      await start();
      end();
      await until(() => currentSession() === null && !sockets[0]!.connected);
    }
  });

  it('a renewed token is sent over the open connection', async () => {
    signedIn();
    await start();
    renewLive('newer');
    await until(() => sent.some(([event, body]) => event === 'token' && body === 'newer'));
  });
});

describe('notifications', () => {
  it('LIVE-006 TRUST-R12 each arrives once and in order, even if the connection lost, repeated or reordered them', async () => {
    signedIn();
    const list = heard('crm_notification') as NotificationItem[];
    await start();
    const send = (...numbers: number[]): void =>
      numbers.forEach((seq) => void sockets.at(-1)!.emit('crm_notification', notice(seq)));
    setKept([1, 2].map(notice));
    send(1, 1, 2);
    await until(() => list.length === 2);
    setKept([1, 2, 3, 4, 5, 6].map(notice));
    send(6, 4, 6); // 3 and 5 were lost on the way
    await until(() => list.length === 6);
    setKept([...kept, notice(7), notice(8)]); // while disconnected
    sockets.at(-1)!.disconnect(true);
    await until(() => list.length === 8);
    expect(list.map((one) => one.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const malformed = [
      null,
      'x',
      [],
      { _id: 5 },
      { _id: 'a', notifications: null },
      { _id: 'a', notifications: { type: 'leave' } },
    ];
    const told = { type: 'leave', message: { not: 'a text' }, time: 'never' };
    for (const one of [
      ...malformed,
      { ...notice(9), notifications: told },
      { ...notice(9), seq: '9' },
      { ...notice(9), seq: NaN },
    ])
      sockets.at(-1)!.emit('crm_notification', one);
    sockets.at(-1)!.emit('crm_notification', notice(9));
    await until(() => list.length === 9);
  });
});

describe('a database that was restored', () => {
  it('TRUST-R12 counts from an earlier number, and what arrives then is not ignored', async () => {
    signedIn();
    const list = heard('crm_notification') as NotificationItem[];
    setKept(Array.from({ length: 9 }, (_, index) => notice(index + 1)));
    await start();
    setKept([1, 2].map(notice));
    const asks = asked.length;
    sockets.at(-1)!.disconnect(true);
    await until(() => asked.length > asks);
    await new Promise((resolve) => setTimeout(resolve, 50));
    setKept([...kept, notice(3)]);
    sockets.at(-1)!.emit('crm_notification', notice(3));
    await until(() => list.length === 1);
    expect(list[0]!.seq).toBe(3);
  });
});

describe('an incoming call', () => {
  it('LIVE-007 INCALL-002 is reported if it is for the current user and still rings', async () => {
    signedIn();
    const list = heard('dialer_call');
    await start();
    const own = sockets[0]!;
    own.emit('dialer_call', ringing({ call_id: 'other' }, 'u-5'));
    own.emit('dialer_call', ringing({ call_id: 'stale', at: new Date(Date.now() - 61_000).toISOString() }));
    for (const strange of [null, 'x', {}, { requestBody: null }, { requestBody: { user_id: 4 } }])
      own.emit('dialer_call', strange);
    own.emit('dialer_call', ringing({ call_id: 'c-real' }));
    await until(() => list.length > 0);
    expect(list).toEqual([expect.objectContaining({ call_id: 'c-real' })]);
  });

  it('TRUST-R13 LIVE-008 LIVE-011 INCALL-017 1,000 calls by socket and private push channel, shuffled: 1,000 popups', async () => {
    setPush({ key: 'k', cluster: 'ap2', url: pusher.url });
    signedIn();
    const list = heard('dialer_call') as DialerCall[];
    await start();
    await until(() => pusher.subscribed.includes(channel));
    const popups = renderHook(useRingingCalls);
    const byPush = (call: DialerCall): void => pusher.send(channel, 'dialer_call', call);
    const sends = Array.from({ length: 1000 }, (_, i) => ringing({ call_id: `both-${i}` })).flatMap((call) => [
      () => byPush(call),
      () => void sockets[0]!.emit('dialer_call', call),
    ]);
    for (let i = sends.length - 1, at = 7; i > 0; i--) {
      at = (at * 48_271) % 2_147_483_647; // the same order in every run
      [sends[i], sends[at % (i + 1)]] = [sends[at % (i + 1)]!, sends[i]!];
    }
    for (const [i, send] of sends.entries()) {
      send();
      if (i % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await until(() => popups.result.current.calls.length >= 1000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(popups.result.current.calls).toHaveLength(1000);
    popups.unmount();
    byPush(ringing({ call_id: 'by push alone' }));
    const unnamed = ringing({ call_id: undefined });
    byPush(unnamed);
    sockets[0]!.emit('dialer_call', unnamed);
    await until(() => list.length >= 1002);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(list).toHaveLength(1002);
    expect(new Set(list.map((call) => call.call_id)).size).toBe(1002);
    endSession({ comeBack: false });
    await until(() => pusher.connections() === 0);
  });

  it('LIVE-011 without a key the push service is not used, and only the socket reports calls', async () => {
    const before = pusher.subscribed.length;
    signedIn();
    const list = heard('dialer_call');
    await start();
    sockets[0]!.emit('dialer_call', ringing({ call_id: 'by socket' }));
    await until(() => list.length === 1);
    expect(asked.map((one) => one.path)).not.toContain('push/auth');
    expect([pusher.subscribed.length, pusher.connections()]).toEqual([before, 0]);
  });
});
