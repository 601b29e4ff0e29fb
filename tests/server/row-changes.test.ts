import { expect, it } from 'vitest';
import { makeRowChanges } from '../../server/live/row-changes';

it('a process that started after the page loaded cannot know, and answers that all may have changed', () => {
  const changes = makeRowChanges(
    () => {},
    () => {},
  );
  const age = performance.now() / 2; // age of the page: it loaded before this channel started
  expect(changes.within('tenant', ['leads', 'colleges'], age)).toEqual(['leads', 'colleges']);
  expect(changes.within('tenant', ['leads'], 0)).toEqual([]);
  changes.stop();
});

it('processes notify each other of changes, so that a page may ask any of them', async () => {
  const none = (): void => {};
  const here = makeRowChanges(none, none);
  const there = makeRowChanges(none, here.heard);
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // older than the span that is asked about
  there.add({ tenantId: 'tenant', rows: [], whole: new Set(['colleges']), userEvents: [] });
  expect(here.within('tenant', ['leads', 'colleges'], 1_000)).toEqual(['colleges']);
  expect(here.within('other', ['colleges'], 1_000)).toEqual([]);
  there.stop();
  here.stop();
});
