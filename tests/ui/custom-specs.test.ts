import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadResource } from '../../src/providers/screens/resource-chunk';
import { setWho } from '../../src/providers/session/who';
import { resourceNamed } from '../../src/schemas/kit/all';
import { customName } from '../../src/schemas/kit/custom-fields';
import { freshBrowser, json, signedIn, signedInAs, stubNetwork } from './browser-fixture';

vi.mock('virtual:manifest', () => ({
  manifest: [],
  loadChunk: (name: string) => Promise.resolve({ resource: resourceNamed(name) }),
}));
beforeEach(() => {
  freshBrowser('/leads');
  signedIn();
  setWho(null);
});
afterEach(() => vi.unstubAllGlobals());

it('D-136 a resource that is loaded before the rights has the custom fields once they are known', async () => {
  const asked = stubNetwork(() => json({ code: 200, data: [{ key: 'rank', label: 'Rank', type: 'number', status: 1 }] }));
  const fields = async (): Promise<string[]> => Object.keys((await loadResource('leads')).resource.fields.properties);
  expect(await fields()).not.toContain(customName('rank'));
  expect(asked).toEqual([]);
  signedInAs(1);
  await vi.waitFor(async () => expect(await fields()).toContain(customName('rank')));
  expect(asked).toHaveLength(1);
});
