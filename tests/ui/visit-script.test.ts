import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface Prospectus {
  consent(yes: boolean): void;
  visit(): string | undefined;
}
type Watch = (entries: { isIntersecting: boolean; target: Element }[]) => void;
const prospectus = (): Prospectus => (window as unknown as { prospectus: Prospectus }).prospectus;
const sent: { url: string; body: Record<string, unknown>; credentials?: string | undefined }[] = [];
let seeAll: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  localStorage.clear();
  sent.length = 0;
  document.body.innerHTML = '<form id="enquiry"><input name="phone" type="tel"></form><form id="search"><input name="q"></form>';
  history.replaceState(null, '', '/mba?utm_source=google&utm_campaign=mba-2027&gclid=secret');
  vi.stubGlobal('fetch', (url: URL, { body, credentials }: RequestInit) => {
    sent.push({ url: String(url), body: JSON.parse(String(body)) as Record<string, unknown>, credentials });
    return Promise.resolve(new Response());
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      watched: Element[] = [];
      constructor(watch: Watch) {
        seeAll = () => watch(this.watched.map((target) => ({ isIntersecting: true, target })));
      }
      observe(target: Element): void {
        this.watched.push(target);
      }
      unobserve(target: Element): void {
        this.watched = this.watched.filter((one) => one !== target);
      }
    },
  );
});
afterEach(() => {
  prospectus().consent(false); // its listeners stay: the next test has a script of its own
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The script as a page loads it, with what its tag says. */
async function load(data: Record<string, string> = {}, of: Partial<Navigator> = {}): Promise<void> {
  const tag = document.createElement('script');
  tag.setAttribute('src', 'https://crm.example/t.js');
  Object.assign(tag.dataset, { site: 'SITE1', ...data });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(tag);
  for (const [name, value] of Object.entries({ webdriver: false, doNotTrack: null, ...of }))
    Object.defineProperty(navigator, name, { value, configurable: true });
  // @ts-expect-error a script, not a module
  await import('../../src/visit-script');
  vi.advanceTimersByTime(1000);
}
const button = (label: string): HTMLElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);

it('stores and sends nothing before the visitor agrees, and nothing after a no', async () => {
  await load();
  expect([sent.length, localStorage.length, prospectus().visit()]).toEqual([0, 0, undefined]);
  button('Don’t allow')!.click();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([]);
  expect(Object.keys(localStorage)).toEqual(['prospectus_consent']);
  expect(document.querySelector('[name=visit_id]')).toBeNull();
  expect(button('Allow')).toBeUndefined();
});

it('reports page, forms and how the visit came, to its own server, without cookies and without the click id', async () => {
  await load({ consentText: 'Count me?' });
  expect(document.body.textContent).toContain('Count me?');
  button('Allow')!.click();
  seeAll();
  document.querySelector<HTMLElement>('[type=tel]')!.dispatchEvent(new Event('focusin', { bubbles: true }));
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    url: 'https://crm.example/api/visits/SITE1',
    credentials: 'omit',
    body: {
      utm_source: 'google',
      utm_campaign: 'mba-2027',
      click: 'google',
      events: [
        { kind: 'page_view', page: '/mba' },
        { kind: 'form_view', page: '/mba', form: 'enquiry' },
        { kind: 'form_start', page: '/mba', form: 'enquiry' },
      ],
    },
  });
  expect(JSON.stringify(sent)).not.toContain('secret');
  const key = document.querySelector<HTMLInputElement>('#enquiry [name=visit_id]')!.value;
  expect([key, prospectus().visit()]).toEqual([sent[0]!.body['visit'], key]);
  expect(document.querySelector('#search [name=visit_id]')).toBeNull();
});

it('keeps the visit for half an hour, the visitor longer', async () => {
  localStorage.setItem('prospectus_consent', 'yes');
  await load();
  const first = sent[0]!.body;
  vi.advanceTimersByTime(31 * 60_000);
  history.pushState(null, '', '/fees');
  dispatchEvent(new PopStateEvent('popstate'));
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveLength(2);
  expect(sent[1]!.body['visit']).not.toBe(first['visit']);
  expect(sent[1]!.body['visitor']).toBe(first['visitor']);
  expect(sent[1]!.body['events']).toEqual([{ kind: 'page_view', page: '/fees' }]);
});

it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }, { webdriver: true }])('does nothing with %j', async (of) => {
  localStorage.setItem('prospectus_consent', 'yes');
  await load({}, of as Partial<Navigator>);
  prospectus().consent(true);
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([]);
  expect(button('Allow')).toBeUndefined();
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: undefined, configurable: true });
});

it('leaves the question to a site that asks itself, and forgets the visitor when consent is withdrawn', async () => {
  await load({ consent: 'site' });
  expect(button('Allow')).toBeUndefined();
  prospectus().consent(true);
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveLength(1);
  prospectus().consent(false);
  expect(Object.keys(localStorage)).toEqual(['prospectus_consent']);
  history.pushState(null, '', '/fees');
  dispatchEvent(new PopStateEvent('popstate'));
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveLength(1);
});
