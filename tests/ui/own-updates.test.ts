import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { dataProvider } from '../../src/providers/data-provider';
import { liveProvider } from '../../src/providers/live-provider';
import { until } from '../support/live-client';
import { json, signedIn, stubNetwork } from './browser-fixture';
import { sent, setUp, sockets, start, startWorld, stops, stopWorld, tearDown } from './live-world';

beforeAll(startWorld);
beforeEach(setUp);
afterEach(tearDown);
afterAll(stopWorld);

it('what this tab itself has just updated is no news for the record it shows, unless someone else was there too', async () => {
  signedIn();
  await start();
  const told: string[] = [];
  const subscribe = (name: string, params?: object): void => {
    const one: unknown = liveProvider.subscribe({
      channel: 'resources/holidays',
      types: ['*'],
      params,
      callback: () => void told.push(name),
    } as never);
    stops.push(() => liveProvider.unsubscribe(one));
  };
  subscribe('form', { subscriptionType: 'useOne', id: 'h-1' });
  subscribe('list', { subscriptionType: 'useList' });
  subscribe('page');
  await until(() => sent.some(([event]) => event === 'watch'));
  const changed = async (ids = ['h-1']): Promise<string[]> => {
    told.length = 0;
    sockets[0]!.emit('changed', { resource: 'holidays', ids });
    await until(() => told.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return told;
  };
  let version = 2;
  stubNetwork(() => json({ id: 'h-1', name: 'Diwali', row_version: version }));
  await dataProvider.update({ resource: 'holidays', id: 'h-1', variables: { name: 'Diwali' } });
  expect(await changed()).toEqual(['page']);
  version = 3; // someone else's
  expect(await changed()).toEqual(['form', 'list', 'page']);
  expect(await changed(['h-1', 'h-2'])).toEqual(['form', 'list', 'page']);
});
