import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadResource, onResources, type ResourceChunk } from '../../src/providers/screens/resource-chunk';
import { followSavedSchemas } from '../../src/providers/screens/saved-schemas';
import { resourceNamed } from '../../src/schemas/kit/all';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

const chunkOf = (name: string, version: string): ResourceChunk => ({
  resource: { ...resourceNamed(name), label: version },
  form: { schema: {}, validators: {}, validate: () => [] },
  version,
});
vi.mock('virtual:manifest', () => ({
  manifest: [],
  version: 'm1',
  loadChunk: (name: string) => Promise.resolve(chunkOf(name, 'v0')),
}));

/** Vite's client: the listener that the page registers, and what it sends to the dev server. */
let tell: (versions: object) => void;
let asked = 0;
const hot = {
  on: (_: string, listener: (versions: never) => void) => (tell = listener as typeof tell),
  send: () => void asked++,
};
/** How the dev server answers a request for a chunk; set by each test. */
let give: (name: string) => Promise<ResourceChunk>;
let reloads = 0;
const label = async (name = 'streams') => (await loadResource(name)).resource.label;
const are = (streams: string, more: object = {}) => tell({ manifest: 'm1', resources: { streams }, ...more });

beforeEach(() => {
  freshBrowser('/config/streams/new');
  signedIn();
  stubNetwork(() => json({ code: 200, data: [] }));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(location, 'reload').mockImplementation(() => void reloads++);
  asked = reloads = 0;
  followSavedSchemas(hot as never, (name) => give(name));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.querySelectorAll('vite-error-overlay').forEach((one) => one.remove());
});

it('TRUST-R26 loads what was saved until it has the dev server’s version, despite failures and late answers', async () => {
  await loadResource('streams');
  const told: string[] = [];
  onResources(() => void told.push('again'));
  let late: ((chunk: ResourceChunk) => void) | undefined;
  give = () => new Promise((resolve) => (late = resolve));
  are('v1');
  await expect.poll(() => late).toBeDefined();
  are('v2'); // saved while the first is loading
  give = () => Promise.resolve(chunkOf('streams', 'v2'));
  late!(chunkOf('streams', 'v1'));
  await expect.poll(() => label()).toBe('v2');
  expect(told.length).toBeGreaterThan(0);

  give = () => Promise.reject(new Error('a fetch that failed'));
  are('v3');
  await expect.poll(() => asked).toBe(1);
  give = () => Promise.resolve(chunkOf('streams', 'v3'));
  vi.advanceTimersByTime(2_000);
  expect(asked).toBe(2); // without a message it asks again
  are('v3');
  await expect.poll(() => label()).toBe('v3');
});

it('an older answer about custom fields does not delay or replace a newer schema', async () => {
  const answers: (() => void)[] = [];
  await loadResource('streams');
  await loadResource('leads');
  const { customFieldWritten } = await import('../../src/providers/screens/custom-specs');
  stubNetwork(() => new Promise<Response>((resolve) => answers.push(() => resolve(json({ code: 200, data: [] })))));
  customFieldWritten();
  give = (name) => Promise.resolve(chunkOf(name, 'new'));
  are('new');
  are('new');
  for (const answer of answers.toReversed()) answer();
  await expect.poll(() => label()).toBe('new');
});

it('a mistake is shown once and disappears when corrected, even if the correction changes nothing', async () => {
  class Overlay extends HTMLElement {
    constructor({ message }: { message: string }) {
      super();
      this.textContent = message;
    }
  }
  if (!customElements.get('vite-error-overlay')) customElements.define('vite-error-overlay', Overlay);
  const shown = () => [...document.querySelectorAll('vite-error-overlay')].map((one) => one.textContent);
  give = () => Promise.reject(new Error('nothing to fetch'));
  are('v0', { error: { message: "write 'name'", stack: '' } });
  are('v0', { error: { message: "write 'name'", stack: '' } });
  expect(shown()).toEqual(["write 'name'"]);
  are('v0');
  expect(shown()).toEqual([]);
  expect(reloads).toBe(0);
});

it('a changed menu reloads the page once', () => {
  give = () => Promise.reject(new Error('nothing to fetch'));
  for (let again = 0; again < 3; again++) are('v0', { manifest: 'm2' });
  expect(reloads).toBe(1);
});
