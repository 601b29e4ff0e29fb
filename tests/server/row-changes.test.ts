import { expect, it } from 'vitest';
import { makeRowChanges } from '../../server/live/row-changes';

it('a process that is younger than the page cannot know, and says that all may have changed', () => {
  const changes = makeRowChanges(() => {});
  const age = performance.now() / 2; // of the page: from before this channel, and after the clock began
  expect(changes.within('tenant', ['leads', 'colleges'], age)).toEqual(['leads', 'colleges']);
  expect(changes.within('tenant', ['leads'], 0)).toEqual([]);
  changes.stop();
});
