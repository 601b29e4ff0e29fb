// @vitest-environment happy-dom
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render, renderHook, screen } from '@testing-library/react';
import { createElement } from 'react';
import { OfflineBar } from '../../src/custom/shell/offline-bar';
import { onLive, type DialerCall } from '../../src/providers/live';
import { isStale } from '../../src/providers/live-fallback';
import { liveProvider } from '../../src/providers/live-provider';
import { renewLive, startLive, watchResources } from '../../src/providers/live-socket';
import { currentSession, endSession, updateUser } from '../../src/providers/session';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { until } from '../support/live-client';
import { startPusherServer, type PusherServer } from '../support/pusher-server';
import { useRingingCalls } from '../../src/providers/ringing-calls';
import { freshBrowser, json, signedIn, stubNetwork, tokenFor, type Asked } from './browser-fixture';

/** A server that speaks socket.io: what the real one does is proven in tests/server/live.test.ts. */
const http = createServer();
const io = new Server(http, { path: '/azsocket/', transports: ['polling', 'websocket'] });
const sockets: Socket[] = [];
const tokens: unknown[] = [];
const sent: [string, unknown][] = [];
/** How old a page said it was with its `watch`, and what it is told of that time. */
const ages: unknown[] = [];
let changedMeanwhile: string[] = [];
let refusal: string | undefined;
let pusher: PusherServer;
let asked: Asked[];
/** What the server's number is, and what it keeps for who asks. */
let kept: NotificationItem[] = [];
let push: object | null = null;
let stops: (() => void)[] = [];

beforeAll(async () => {
  io.use((socket, next) => {
    tokens.push((socket.handshake.auth as { token: unknown }).token);
    next(refusal ? new Error(refusal) : undefined);
  });
  io.on('connection', (socket) => {
    sockets.push(socket);
    socket.onAny((event: string, body: unknown, age: unknown, done: unknown) => {
      sent.push([event, body]);
      if (event !== 'watch' || !(body as unknown[]).length) return;
      ages.push(age);
      if (typeof done === 'function') (done as (names: string[]) => void)(changedMeanwhile);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  pusher = await startPusherServer('k', 's');
  const page = window as unknown as { happyDOM: { setURL(url: string): void } };
  page.happyDOM.setURL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
});
beforeEach(() => {
  freshBrowser();
  [sockets, tokens, sent, ages].forEach((list) => list.splice(0));
  changedMeanwhile = [];
  kept = [];
  push = null;
  refusal = undefined;
  asked = stubNetwork(({ path, body }) => {
    if (path === 'tenant-config') return json({ code: 200, data: { push } });
    if (path === 'push/auth') {
      const { socket_id: id, channel_name: channel } = body as Record<string, string>;
      return json({ code: 200, auth: `k:${createHmac('sha256', 's').update(`${id}:${channel}`).digest('hex')}` });
    }
    const after = /^events(?:\?after=(\d+))?$/.exec(path);
    if (!after) return undefined;
    const missed = after[1] === undefined ? [] : kept.filter((one) => one.seq > Number(after[1]));
    const seq = kept.at(-1)?.seq ?? 0;
    const events = missed.map((one) => ({ event: 'crm_notification', body: one }));
    return json({ code: 200, data: { seq, unread: 0, more: false, now: new Date().toISOString(), events } });
  });
});
afterEach(() => {
  if (currentSession()) endSession({ comeBack: false });
  stops.splice(0).forEach((stop) => stop());
  vi.unstubAllGlobals();
});
afterAll(async () => {
  await io.close();
  await pusher.close();
});

const start = async (): Promise<void> => {
  stops.push(startLive());
  await until(() => sockets.length > 0 && asked.some((one) => one.path.startsWith('events')));
  await new Promise((resolve) => setTimeout(resolve, 20));
};
const heard = <N extends 'crm_notification' | 'dialer_call' | 'wa_message'>(name: N): unknown[] => {
  const list: unknown[] = [];
  stops.push(onLive(name, (body) => void list.push(body)));
  return list;
};
const notice = (seq: number): NotificationItem => ({
  _id: `n-${seq}`,
  user_id: 'u-4',
  read: false,
  seq,
  created_at: '2026-11-20T10:00:00Z',
  notifications: { type: 'leave', message: `Number ${seq}`, time: '2026-11-20T10:00:00Z' },
});
const ringing = (change: Partial<DialerCall> = {}, userId = 'u-4'): DialerCall => ({
  call_id: 'c-1',
  at: new Date().toISOString(),
  requestBody: { id: 'l-1', name: 'Ravi', email: 'r@example.com', phone: '+919822012345', user_id: userId },
  ...change,
});
const channel = 'private-tenant-t-1-user-u-4';

describe('the connection', () => {
  it('LIVE-001 LIVE-002 LIVE-003 is opened at /azsocket/ with the stored token, by websocket first', async () => {
    signedIn();
    await start();
    expect(tokens).toEqual([currentSession()!.user.token]);
    expect(sockets[0]!.conn.transport.name).toBe('websocket');
    expect(sockets[0]!.request.url).toContain('/azsocket/');
  });

  it('LIVE-003 takes polling where websocket is refused', async () => {
    signedIn();
    const engine = io.engine as unknown as { opts: { transports: string[] } };
    engine.opts.transports = ['polling'];
    await start().finally(() => (engine.opts.transports = ['polling', 'websocket']));
    expect(sockets[0]!.conn.transport.name).toBe('polling');
  }, 30_000);

  it('LIVE-013 a line that does not stand yet when its page goes is hung up once it stands, without a token', async () => {
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

  it('LIVE-004 comes back by itself when the line is lost', async () => {
    signedIn();
    await start();
    (sockets[0]!.conn as unknown as { transport: { close(): void } }).transport.close();
    await until(() => sockets.length === 2, 10_000);
  });

  it('LIVE-005 comes back when the server forced the disconnect, with the token of that moment', async () => {
    signedIn();
    await start();
    updateUser({ token: tokenFor(900, 'newer') });
    sockets[0]!.disconnect(true);
    await until(() => sockets.length === 2, 10_000);
    expect(tokens.at(-1)).toBe(currentSession()!.user.token);
    expect(tokens.at(-1)).not.toBe(tokens[0]);
  });

  it('LIVE-012 is not tried again with a token that opens nothing: the user is logged out', async () => {
    signedIn();
    refusal = 'unauthorized';
    stops.push(startLive());
    await until(() => currentSession() === null);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(tokens).toHaveLength(1);
    expect(window.location.pathname).toBe('/login');
  });

  it('a refusal for another reason, or of a token that was just renewed, ends nothing', async () => {
    signedIn();
    refusal = 'unavailable';
    stops.push(startLive());
    await until(() => tokens.length === 1);
    refusal = undefined;
    await until(() => sockets.length === 1, 10_000);
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

  it('a renewed token goes along with the open connection', async () => {
    signedIn();
    await start();
    renewLive('newer');
    await until(() => sent.some(([event, body]) => event === 'token' && body === 'newer'));
  });
});

describe('notifications', () => {
  it('LIVE-006 TRUST-R12 each is told once and in order, whatever the line lost, doubled or shuffled', async () => {
    signedIn();
    const list = heard('crm_notification') as NotificationItem[];
    await start();
    const send = (...numbers: number[]): void =>
      numbers.forEach((seq) => void sockets.at(-1)!.emit('crm_notification', notice(seq)));
    kept = [1, 2].map(notice);
    send(1, 1, 2);
    await until(() => list.length === 2);
    kept = [1, 2, 3, 4, 5, 6].map(notice);
    send(6, 4, 6); // 3 and 5 were lost on the way
    await until(() => list.length === 6);
    kept = [...kept, notice(7), notice(8)]; // while the line is cut
    sockets.at(-1)!.disconnect(true);
    await until(() => list.length === 8, 10_000);
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
  it('TRUST-R12 counts from an earlier number on, and what is told then is heard', async () => {
    signedIn();
    const list = heard('crm_notification') as NotificationItem[];
    kept = Array.from({ length: 9 }, (_, index) => notice(index + 1));
    await start();
    kept = [1, 2].map(notice);
    const asks = asked.length;
    sockets.at(-1)!.disconnect(true);
    await until(() => asked.length > asks, 10_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    kept = [...kept, notice(3)];
    sockets.at(-1)!.emit('crm_notification', notice(3));
    await until(() => list.length === 1);
    expect(list[0]!.seq).toBe(3);
  });
});

describe('an incoming call', () => {
  it('LIVE-007 INCALL-002 is told when it is for the current user and still rings', async () => {
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
    push = { key: 'k', cluster: 'ap2', url: pusher.url };
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
      at = (at * 48_271) % 2_147_483_647; // the same order at every run
      [sends[i], sends[at % (i + 1)]] = [sends[at % (i + 1)]!, sends[i]!];
    }
    for (const [i, send] of sends.entries()) {
      send();
      if (i % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await until(() => popups.result.current.calls.length >= 1000, 30_000);
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

  it('LIVE-011 without a key nothing of the push service is used, and the socket does it alone', async () => {
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

describe('a page without the channel', () => {
  const minute = (): void => void vi.advanceTimersByTime(60_000);
  const eventsAsked = (): number => asked.filter(({ path }) => path.startsWith('events')).length;
  const changes = (): string[] => {
    const told: string[] = [];
    stops.push(onLive('changed', ({ resource }) => void told.push(resource)));
    return told;
  };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => {
    watchResources([]);
    vi.useRealTimers();
  });

  it('what changed between the page and its channel is looked at once the channel stands, and nothing else', async () => {
    signedIn();
    watchResources(['leads', 'colleges']);
    changedMeanwhile = ['leads'];
    const [chats, told] = [heard('wa_message'), changes()];
    await start();
    await until(() => told.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([told, chats]).toEqual([['leads'], [{}]]);
    expect(ages).toEqual([expect.any(Number)]);
  });

  it('what is shown first after the channel stands is asked about too; after a line that was cut all may have changed', async () => {
    signedIn();
    const told = changes();
    await start();
    changedMeanwhile = ['leads'];
    watchResources(['leads']);
    await until(() => told.length === 1);
    sockets[0]!.conn.close();
    await until(() => ages.length === 2, 60_000);
    expect(ages).toEqual([expect.any(Number), null]);
  });

  it('one tab too many looks for itself, when it is looked at and once a minute, until it is let in', async () => {
    signedIn();
    refusal = 'too many connections';
    changedMeanwhile = ['leads'];
    watchResources(['leads']);
    const [list, told] = [heard('crm_notification'), changes()];
    stops.push(startLive());
    await until(() => tokens.length === 1);
    minute();
    await until(() => eventsAsked() === 1);
    expect(told).toEqual(['leads']);
    kept = [notice(1)];
    document.dispatchEvent(new Event('visibilitychange'));
    await until(() => list.length === 1);
    expect(told).toEqual(['leads', 'leads']);
    expect(isStale()).toBe(false);
    refusal = undefined;
    await until(() => sockets.length === 1, 10_000);
    await until(() => told.length === 3); // what changed before it was let in
    const asks = eventsAsked();
    minute();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([told.length, eventsAsked()]).toEqual([3, asks]);
  });

  it("the channel's code that did not come is asked for again, quietly, and nothing is loaded anew", async () => {
    signedIn();
    watchResources(['leads']);
    changedMeanwhile = ['leads'];
    const said = vi.spyOn(console, 'error');
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const told = changes();
    let tries = 0;
    stops.push(
      startLive(async () => {
        if (++tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
        return import('socket.io-client');
      }),
    );
    await until(() => sockets.length === 1, 10_000);
    await until(() => told.length === 1);
    expect(tries).toBe(3);
    expect([said.mock.calls, reload.mock.calls]).toEqual([[], []]);
    vi.restoreAllMocks();
  });

  it('is not asked for again once nobody is signed in', async () => {
    signedIn();
    let tries = 0;
    startLive(() => Promise.reject(new TypeError(`try ${++tries}`)));
    await until(() => tries === 1);
    endSession({ comeBack: false });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(tries).toBe(1);
  });

  it('says that what it shows may be old while asking fails too, and no longer once the server answers', async () => {
    signedIn();
    refusal = 'unavailable';
    stops.push(startLive());
    render(createElement(OfflineBar));
    await until(() => tokens.length === 1);
    const answers = globalThis.fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    minute();
    expect(await screen.findByText(/^The server does not answer/)).toBeTruthy();
    vi.stubGlobal('fetch', answers);
    minute();
    await until(() => screen.queryByText(/^The server does not answer/) === null);
    cleanup();
  });
});

describe('rows that somebody else changed', () => {
  it('pages name what they show and look again when it changed, at most once a second, and not for other records', async () => {
    signedIn();
    await start();
    const told: string[] = [];
    const subscribe = (name: string, params: object): unknown => {
      const one: unknown = liveProvider.subscribe({
        channel: 'resources/leads',
        types: ['*'],
        params,
        callback: () => void told.push(name),
      } as never);
      stops.push(() => liveProvider.unsubscribe(one));
      return one;
    };
    subscribe('list', { subscriptionType: 'useList', resource: 'leads' });
    subscribe('page 1', { subscriptionType: 'useOne', id: 'l-1' });
    subscribe('page 2', { subscriptionType: 'useOne', id: 'l-2' });
    await until(() => sent.some(([event]) => event === 'watch'));
    expect(sent.filter(([event]) => event === 'watch')).toEqual([['watch', ['leads']]]);
    const send = (ids?: string[]): void => void sockets[0]!.emit('changed', { resource: 'leads', ...(ids ? { ids } : {}) });
    send(['l-1']);
    await until(() => told.length === 2);
    expect(told).toEqual(['list', 'page 1']);
    for (let i = 0; i < 20; i++) send(i === 7 ? undefined : ['l-1']);
    sockets[0]!.emit('changed', { resource: 'colleges' });
    sockets[0]!.emit('changed', null);
    await until(() => told.length > 2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(told.slice(2)).toEqual(['list', 'page 1', 'page 2']);
  });
});
