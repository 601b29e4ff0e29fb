import { beforeEach, expect, it, vi } from 'vitest';
import { loadResource } from '../../src/providers/screens/resource-chunk';
import { setWho } from '../../src/providers/session/who';
import { allRulesFor } from '../../src/schemas/kit/derived-rules';
import { seenWith } from '../../src/schemas/kit/field-rules';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { ownRooms, roomUses } from '../fixtures/own-rooms';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

const stories: AnyResource = {
  ...roomUses,
  name: 'stories',
  refs: { room_id: 'room-uses' },
  fetched: { price: 'room_id.double' },
  computed: {},
};
const known: readonly AnyResource[] = [ownRooms, roomUses, stories];
vi.mock('virtual:manifest', () => ({
  manifest: ['own-rooms', 'room-uses', 'stories'].map((name) => ({ name })),
  loadChunk: async (name: string) => ({ resource: known.find((one) => one.name === name) }),
}));

beforeEach(() => {
  freshBrowser('/');
  signedIn();
  stubNetwork(() => json({ code: 200, data: [] }));
});

it('the browser offers no column that is a copy of a result of a hidden field, as the server answers none', async () => {
  const fieldRules = [{ resource: 'own-rooms', field: 'price', rule: 'hidden' }] as const;
  setWho({ role: 4, level: 6, codes: [], fieldRules } as never);
  const shown = (await loadResource('stories')).resource;
  expect(shown.columns).toEqual(['name']);
  const onServer = seenWith(
    stories,
    allRulesFor(stories, fieldRules, (name) => known.find((one) => one.name === name)),
  );
  expect(shown.columns).toEqual(onServer.columns);
});
