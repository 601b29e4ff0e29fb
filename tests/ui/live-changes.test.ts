import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render, screen } from '@testing-library/react';
import type { LiveEvent } from '@refinedev/core';
import { createElement } from 'react';
import { OfflineBar } from '../../src/custom/shell/offline-bar';
import { onLive } from '../../src/providers/live/live';
import { stale } from '../../src/providers/live/live-fallback';
import { holdLive, liveProvider } from '../../src/providers/live-provider';
import { startLive, watchResources } from '../../src/providers/live/live-socket';
import { endSession } from '../../src/providers/session/session';
import { until } from '../support/live-client';
import { signedIn } from './browser-fixture';
import {
  ages,
  asked,
  heard,
  notice,
  sent,
  setChangedMeanwhile,
  setKept,
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

  it('once the channel is connected, only what changed since the page loaded is reloaded', async () => {
    signedIn();
    watchResources(['leads', 'colleges']);
    setChangedMeanwhile(['leads']);
    const [chats, told] = [heard('wa_message'), changes()];
    await start();
    await until(() => told.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([told, chats]).toEqual([['leads'], [{}]]);
    expect(ages).toEqual([expect.any(Number)]);
  });

  it('what is first shown later is checked too; after a lost connection everything may have changed', async () => {
    signedIn();
    const told = changes();
    await start();
    setChangedMeanwhile(['leads']);
    watchResources(['leads']);
    await until(() => told.length === 1);
    sockets[0]!.conn.close();
    await until(() => ages.length === 2);
    expect(ages).toEqual([expect.any(Number), null]);
  });

  it('a list opened next is checked for recent changes, and the one that stays is not reloaded', async () => {
    signedIn();
    watchResources(['leads']);
    const told = changes();
    await start();
    setChangedMeanwhile(['leads', 'colleges']);
    watchResources(['leads', 'colleges']);
    await until(() => told.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told).toEqual(['colleges']);
    expect(ages.at(-1)).toBe(0);
  });

  it('a tab over the connection limit polls when it becomes visible and once a minute, until it is admitted', async () => {
    signedIn();
    setRefusal('too many connections');
    setChangedMeanwhile(['leads']);
    watchResources(['leads']);
    const [list, told] = [heard('crm_notification'), changes()];
    stops.push(startLive());
    await until(() => tokens.length === 1);
    minute();
    await until(() => eventsAsked() === 1);
    expect(told).toEqual(['leads']);
    setKept([notice(1)]);
    document.dispatchEvent(new Event('visibilitychange'));
    await until(() => list.length === 1);
    expect(told).toEqual(['leads', 'leads']);
    expect(stale.get()).toBe(false);
    setRefusal(undefined);
    await until(() => sockets.length === 1);
    await until(() => told.length === 3); // what changed before it was admitted
    const asks = eventsAsked();
    minute();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([told.length, eventsAsked()]).toEqual([3, asks]);
  });

  it("the channel's code is requested again quietly if it fails to load, without a reload of the page", async () => {
    signedIn();
    watchResources(['leads']);
    setChangedMeanwhile(['leads']);
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
    await until(() => sockets.length === 1);
    await until(() => told.length === 1);
    expect(tries).toBe(3);
    expect([said.mock.calls, reload.mock.calls]).toEqual([[], []]);
    vi.restoreAllMocks();
  });

  it('is not requested again after sign-out', async () => {
    signedIn();
    let tries = 0;
    startLive(() => Promise.reject(new TypeError(`try ${++tries}`)));
    await until(() => tries === 1);
    endSession({ comeBack: false });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(tries).toBe(1);
  });

  it('warns that data may be out of date while polling fails too, until the server answers', async () => {
    signedIn();
    setRefusal('unavailable');
    stops.push(startLive());
    render(createElement(OfflineBar));
    await until(() => tokens.length === 1);
    const answers = globalThis.fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    minute();
    expect(await screen.findByText(/^The server is not responding/)).toBeTruthy();
    vi.stubGlobal('fetch', answers);
    minute();
    await until(() => screen.queryByText(/^The server is not responding/) === null);
    cleanup();
  });
});

describe('rows that someone else changed', () => {
  it('pages watch what they show and reload it when it changed, at most once a second, and not for other records', async () => {
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

  it("useSubscription hears created, updated and deleted rows, each of the kinds it asked for; refine's own lists reload once", async () => {
    signedIn();
    await start();
    const told: Record<string, [type: string, ids: unknown][]> = {};
    const subscribe = (name: string, types: string[], params?: object): void => {
      told[name] = [];
      const one: unknown = liveProvider.subscribe({
        channel: 'resources/streams',
        types,
        params,
        callback: ({ type, payload }: LiveEvent) => void told[name]!.push([type, payload.ids]),
      } as never);
      stops.push(() => liveProvider.unsubscribe(one));
    };
    subscribe('all', ['*']);
    subscribe('new', ['created']);
    subscribe('gone', ['deleted', 'updated']);
    subscribe('list', ['*'], { subscriptionType: 'useList', resource: 'streams' });
    const send = (body: object): void => void sockets[0]!.emit('changed', { resource: 'streams', ...body });
    await until(() => sent.some(([event]) => event === 'watch'));
    send({ ids: ['s-1'], created: ['s-1'] });
    await until(() => told['all']!.length === 1);
    const first = [['created', ['s-1']]];
    expect(told).toEqual({ all: first, new: first, gone: [], list: first });
    for (const one of Object.values(told)) one.length = 0;
    send({ ids: ['s-2'], created: ['s-2'] });
    send({ ids: ['s-2', 's-3'] });
    send({ ids: ['s-1'], deleted: ['s-1'] });
    await until(() => told['all']!.length > 0);
    const [created, updated, deleted] = [
      ['created', ['s-2']],
      ['updated', ['s-3']],
      ['deleted', ['s-1']],
    ];
    expect(told).toEqual({
      all: [created, updated, deleted],
      new: [created],
      gone: [updated, deleted],
      list: [['*', ['s-2', 's-3', 's-1']]],
    });
    for (const one of Object.values(told)) one.length = 0;
    send({});
    await until(() => told['all']!.length > 0);
    const anything = [['*', undefined]];
    expect(told).toEqual({ all: anything, new: anything, gone: anything, list: anything });
  });

  it('a fault of one subscription is logged, and the others are still called, now and later', async () => {
    signedIn();
    await start();
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let heardOf = 0;
    const faulty = (): void => {
      throw new Error('a fault of a page');
    };
    for (const callback of [faulty, () => void heardOf++]) {
      const one: unknown = liveProvider.subscribe({ channel: 'resources/branches', types: ['*'], callback } as never);
      stops.push(() => liveProvider.unsubscribe(one));
    }
    await until(() => sent.some(([event]) => event === 'watch'));
    for (let n = 1; n <= 2; n++) {
      sockets[0]!.emit('changed', { resource: 'branches', ids: ['b-1'] });
      await until(() => heardOf === n);
    }
    expect(said.mock.calls.length).toBe(2);
    said.mockRestore();
  });

  it('what this tab is saving is told to nobody until it is done; other records are', async () => {
    signedIn();
    await start();
    const told: unknown[] = [];
    const callback = ({ payload }: LiveEvent): void => void told.push(payload.ids);
    const one: unknown = liveProvider.subscribe({ channel: 'resources/states', types: ['*'], callback } as never);
    stops.push(() => liveProvider.unsubscribe(one));
    await until(() => sent.some(([event]) => event === 'watch'));
    const release = holdLive('states', 's-1');
    for (const id of ['s-1', 's-2']) sockets[0]!.emit('changed', { resource: 'states', ids: [id] });
    await until(() => told.length === 1);
    expect([told, release()]).toEqual([[['s-2']], true]);
    sockets[0]!.emit('changed', { resource: 'states', ids: ['s-1'] });
    await until(() => told.length === 2);
    expect(holdLive('states', 's-1')()).toBe(false);
  });

  it('a page that was hidden for long reloads everything, and forgets no change', async () => {
    signedIn();
    await start();
    const ids: unknown[] = [];
    let heardOf = 0;
    stops.push(onLive('changed', () => void heardOf++));
    const one: unknown = liveProvider.subscribe({
      channel: 'resources/cities',
      types: ['*'],
      params: { subscriptionType: 'useOne', id: '1' },
      callback: ({ payload }: LiveEvent) => void ids.push(payload.ids),
    } as never);
    stops.push(() => liveProvider.unsubscribe(one));
    await until(() => sent.some(([event]) => event === 'watch'));
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    for (let id = 1; id <= 60; id++) sockets[0]!.emit('changed', { resource: 'cities', ids: [String(id)] });
    await until(() => heardOf === 60);
    expect(ids).toEqual([]);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(ids).toEqual([undefined]);
  });
});
