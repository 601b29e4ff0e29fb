import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDrafts, textIn } from '../../src/providers/drafts';
import { endSession } from '../../src/providers/session/session';
import { readJson, tabStored } from '../../src/providers/stored';
import { freshBrowser, signedIn } from './browser-fixture';

/** As the page has them after a reload. */
const draftsNow = () =>
  makeDrafts(
    'test-drafts',
    ({ text }) => ({ text: textIn(text) }),
    ({ text }) => text === '',
  );
/** From now on the tab's storage takes no further text. */
function full(): void {
  const { sessionStorage: real } = window;
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
}
beforeEach(() => {
  freshBrowser();
  signedIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  tabStored.write('test', undefined);
  endSession({ comeBack: false });
});

describe('what the browser stores', () => {
  it('lasts as long as the page where the storage is full, and no older text is left in it', () => {
    tabStored.write('test', 'old');
    full();
    tabStored.write('test', 'new');
    expect([tabStored.read('test'), sessionStorage.getItem('test')]).toEqual(['new', null]);
    expect(tabStored.keys()).toContain('test');
    tabStored.write('test', undefined);
    expect(tabStored.read('test')).toBeNull();
  });

  it('and where the storage is blocked', () => {
    vi.stubGlobal('sessionStorage', undefined);
    tabStored.write('test', 'new');
    expect([tabStored.read('test'), tabStored.read('other'), tabStored.keys()]).toEqual(['new', null, ['test']]);
  });

  it('gives way to what another tab wrote', () => {
    full();
    tabStored.write('test', 'own');
    vi.unstubAllGlobals();
    sessionStorage.setItem('test', 'theirs');
    window.dispatchEvent(new StorageEvent('storage', { key: 'test' }));
    expect(tabStored.read('test')).toBe('theirs');
  });

  it('is read as JSON only if it is', () => {
    expect([readJson('{'), readJson(null), readJson('[1]')]).toEqual([undefined, null, [1]]);
  });
});

describe('drafts', () => {
  it('are there after a reload, and gone with the session', () => {
    draftsNow().change('a', () => ({ text: 'Half a thought' }));
    const drafts = draftsNow();
    expect([drafts.of('a').text, drafts.of('b').text]).toEqual(['Half a thought', '']);
    drafts.change('a', (now) => now);
    endSession({ comeBack: false });
    signedIn();
    expect(draftsNow().of('a').text).toBe('');
    expect(sessionStorage.getItem('test-drafts')).toBeNull();
  });

  it('are not shown to another user of the tab', () => {
    draftsNow().change('a', () => ({ text: 'Half a thought' }));
    signedIn({ id: 'u-5' });
    expect(draftsNow().of('a').text).toBe('');
  });

  it.each(['{', 'null', '[]', '{"user":"u-4","entries":7}', '{"user":"u-4","entries":{"a":[]}}'])(
    'are empty where %s is stored',
    (text) => {
      sessionStorage.setItem('test-drafts', text);
      expect(draftsNow().of('a').text).toBe('');
    },
  );

  it('are sent with one reference until they are changed, also after a reload', async () => {
    const refs: string[] = [];
    const lost = (_: unknown, ref: string): Promise<never> => {
      refs.push(ref);
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    const drafts = draftsNow();
    drafts.change('a', () => ({ text: 'One' }));
    for (const from of [drafts, drafts, draftsNow()]) await expect(from.send('a', lost)).rejects.toThrow('Failed to fetch');
    drafts.change('a', () => ({ text: 'Two' }));
    await expect(drafts.send('a', lost)).rejects.toThrow('Failed to fetch');
    expect([refs[1], refs[2]]).toEqual([refs[0], refs[0]]);
    expect(refs[3]).not.toBe(refs[0]);
    await drafts.send('a', async () => undefined);
    expect(drafts.of('a').text).toBe('');
  });
});
