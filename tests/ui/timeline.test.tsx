// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compareData } from '../../src/custom/timeline/compare-data';
import { agentText, dataText } from '../../src/custom/timeline/data-text';
import { filling } from '../../src/custom/timeline/read-pages';
import { screens } from '../../src/custom/timeline/screen';
import TimelinePage from '../../src/custom/timeline/timeline-page';
import { endSession } from '../../src/providers/session';
import { setWho } from '../../src/providers/who';
import { dayPresets } from '../../src/ui/day-presets';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

const streams = vi.hoisted(() => ({
  name: 'streams',
  label: 'Stream',
  menu: { group: 'Setting', path: '/streams' },
  access: 'org',
}));
vi.mock('virtual:manifest', () => ({
  manifest: [streams, { ...streams, name: 'follow-ups', label: 'Follow-up' }],
  loadChunk: (name: string) =>
    name === 'streams'
      ? Promise.resolve({ resource: { ...streams, fields: { properties: {} }, wire: {} }, validate: () => [] })
      : Promise.reject(new Error('none here')),
}));

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36';
const entry = (id: number, change: object = {}) => ({
  id,
  created_at: '2026-11-21T04:44:00.000Z',
  updated_at: '2026-11-21T04:44:00.000Z',
  modifiedBy: { name: `User ${id}`, email: `user${id}@northstar.example` },
  tableAffected: 'leads',
  record_id: `r-${id}`,
  property: 'Owner, Stage',
  ipAddress: '103.58.74.19',
  userAgent: agent,
  oldData: { stage: 'Call back', landing_page: '/mba', budget: 5, city: 'Pune' },
  newData: { stage: 'Interested', sub_stage: 'Campus visit', budget: 5, city: 'Pune' },
  ...change,
});
const day = (created_at: string, count: number, ...entries: object[]): object => ({ created_at, count, entries });
const page = (totalDocuments: number, ...data: object[]): Response => json({ code: 200, data, totalDocuments });
const users = Array.from({ length: 8 }, (_, n) => ({ id: `u-${n}`, name: `Person ${n}` }));

interface World {
  timeline: (query: URLSearchParams) => Response;
  users: () => Response;
  single?: boolean;
}
let asked: Asked[];
let world: World;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:00:00.000Z') });
  freshBrowser('/timeline');
  windowWidth(1366);
  filling.entries = 0;
  world = { timeline: () => page(1, day('2026-11-21', 1, entry(1))), users: () => json({ code: 200, data: users }) };
  asked = stubNetwork(({ path }) => {
    const [where, query] = path.split('?');
    if (where === 'getTimeline') return world.timeline(new URLSearchParams(query));
    if (where === 'users/by-specific-roles') return world.users();
    if (where === 'timeline/export') return json({ code: 200, data: { export_id: 'e', job_id: 'j' } });
    if (where === 'jobs/j')
      return json({ code: 200, data: { id: 'j', state: 'done', done: 12, total: 12, result: { rows: 12 } } });
    if (where === 'exports/e')
      return json({ code: 200, data: { id: 'e', rows: 12, url: '/api/files/f-1', file_name: 'Timeline.csv' } });
    if (where === 'tenant-config') return json({ code: 200, data: { timeline_single_date: world.single ?? false } });
    return undefined;
  });
  signedIn();
});
afterEach(() => {
  cleanup();
  endSession({ comeBack: false });
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const wait = (ms = 300): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
async function open(): Promise<void> {
  render(
    <App>
      <MemoryRouter initialEntries={['/timeline']}>
        <TimelinePage />
      </MemoryRouter>
    </App>,
  );
  await wait(50);
}
const searches = (): string[] =>
  asked.filter(({ path }) => path.startsWith('getTimeline')).map(({ path }) => decodeURIComponent(path));
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const list = (): HTMLElement => screen.getByRole('region', { name: 'Changes' });
/** The list as if it were so high and scrolled so far, and each entry that comes 100 px more: nothing has a size here. */
function scrollTo(fromBottom: number): void {
  const box = list();
  const entries = (): number => box.querySelectorAll('li').length;
  const before = entries();
  const sizes = {
    scrollHeight: () => 900 + 100 * (entries() - before),
    clientHeight: () => 500,
    scrollTop: () => 400 - fromBottom,
  };
  for (const [name, get] of Object.entries(sizes)) Object.defineProperty(box, name, { configurable: true, get });
  fireEvent.scroll(box);
}
async function preset(label: string): Promise<void> {
  const [start] = screen.getAllByPlaceholderText('Select Date...');
  fireEvent.mouseDown(start!);
  fireEvent.click(start!);
  await wait();
  fireEvent.click(within(document.querySelector<HTMLElement>('.ant-picker-presets')!).getByText(label));
  await wait();
}
const dates = (): string[] => screen.getAllByPlaceholderText<HTMLInputElement>('Select Date...').map(({ value }) => value);

describe('the timeline', () => {
  it('ROUTE-078 MENU-070 stands at /timeline for everybody who is signed in', () => {
    expect(screens).toMatchObject([
      { path: '/timeline', access: { route: 'signed-in' }, menu: { group: 'Access Control', entry: 'Timeline' } },
    ]);
  });

  it('TIMELINE-001 TIMELINE-002 TIMELINE-003 TIMELINE-006 TIMELINE-007 has its title, filters and buttons', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Timeline');
    expect(screen.getAllByPlaceholderText('Select Date...')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Search' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reset' })).toBeDefined();
    expect(screen.getByText('Select Properties')).toBeDefined();
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Select Properties' }));
    await wait();
    const options = [...document.querySelectorAll('.ant-select-item-option')];
    expect(options.map(({ textContent }) => textContent)).toEqual(['']);
  });

  it('TIMELINE-032 TIMELINE-034 TIMELINE-035 asks for today first, four entries, page 1', async () => {
    await open();
    expect(searches()).toEqual(['getTimeline?startDate=2026-11-21&endDate=2026-11-21&limit=4&page_number=1']);
  });

  it('TIMELINE-009 TIMELINE-010 TIMELINE-011 TIMELINE-012 TIMELINE-013 TIMELINE-014 TIMELINE-015 TIMELINE-016 TIMELINE-017 TIMELINE-018 TIMELINE-019 shows days and who changed what, when and where from', async () => {
    world.timeline = () => page(2, day('2026-11-21', 36, entry(1)), day('2026-11-20', 52, entry(2)));
    await open();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'November 21, 2026 total 36 changes in this day',
      'November 20, 2026 total 52 changes in this day',
    ]);
    const row = within(screen.getAllByRole('listitem')[0]!);
    for (const text of ['User 1', 'user1@northstar.example', '(Modified by)', 'Leads', 'Owner, Stage', 'Today 10:14'])
      expect(row.getByText(text)).toBeDefined();
    expect(row.getByTitle('leads').textContent).toBe('Leads');
    expect(row.getByText(/IP 103\.58\.74\.19/)).toBeDefined();
    expect(row.getByTitle(agent).textContent).toBe('Chrome 133, Windows');
  });

  it('narrows by table and by what was done, from page 1; Reset takes both back', async () => {
    await open();
    const choose = async (name: string, text: string): Promise<(string | null)[]> => {
      fireEvent.mouseDown(screen.getByRole('combobox', { name }));
      await wait();
      const offered = [
        ...[...document.querySelectorAll('.ant-select-dropdown')].at(-1)!.querySelectorAll('.ant-select-item-option'),
      ];
      fireEvent.click(offered.find(({ textContent }) => textContent === text)!);
      await wait();
      return offered.map(({ textContent }) => textContent);
    };
    expect(await choose('Select Table', 'Follow-up')).toEqual(['Follow-up', 'Stream']);
    expect(await choose('Select Action', 'Deleted')).toEqual(['Created', 'Updated', 'Deleted', 'Restored']);
    expect(searches()).toHaveLength(1);
    press('Search');
    await wait();
    expect(searches()[1]).toBe(
      'getTimeline?startDate=2026-11-21&endDate=2026-11-21&table=follow_ups&action=deleted&limit=4&page_number=1',
    );
    press('Reset');
    await wait();
    expect(searches()[2]).toBe('getTimeline?startDate=2026-11-21&endDate=2026-11-21&limit=10&page_number=1');
    expect(screen.getByText('Select Table')).toBeDefined();
  });

  it('exports what was searched for last, for level 5 of Timeline alone', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    cleanup();
    setWho({ role: 4, type: 'org', levels: new Map([['Timeline', new Set([1, 5])]]) });
    await open();
    await preset('Yesterday'); // chosen, and not searched for
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    press('Export');
    await wait();
    expect(asked.find(({ path }) => path === 'timeline/export')).toMatchObject({
      method: 'POST',
      body: { userId: [], startDate: '2026-11-21', endDate: '2026-11-21' },
    });
    const [link] = clicked.mock.contexts as HTMLAnchorElement[];
    expect([new URL(link!.href).pathname, link!.download]).toEqual(['/api/files/f-1', 'Timeline.csv']);
    clicked.mockRestore();
    expect(screen.getByText('12 changes exported.')).toBeDefined();
  });

  it('leads from an entry to its record, where there is one that this reader may open', async () => {
    setWho({ role: 4, type: 'org', levels: new Map() });
    const of = (id: number, change: object): object => entry(id, { tableAffected: 'streams', ...change });
    world.timeline = () => page(3, day('2026-11-21', 3, of(1, {}), of(2, { property: 'Deleted' }), entry(3)));
    await open();
    await wait();
    const links = screen
      .getAllByRole('listitem')
      .map((row) => within(row).queryByRole('link', { name: 'Open record' })?.getAttribute('href'));
    expect(links).toEqual(['/streams/r-1', undefined, undefined]);
    cleanup();
    setWho({ role: 4, type: 'college', levels: new Map() });
    await open();
    await wait();
    expect(screen.queryByRole('link', { name: 'Open record' })).toBeNull();
  });

  it('shows the beginning of a long value, and the rest on request', async () => {
    const long = 'word '.repeat(100).trim();
    world.timeline = () => page(1, day('2026-11-21', 1, entry(1, { oldData: {}, newData: { note: long, city: 'Pune' } })));
    await open();
    press('New Data');
    const block = (): HTMLElement => screen.getByRole('region', { name: 'New Data' });
    expect(block().textContent).not.toContain(long);
    expect(block().textContent).toContain('word… ');
    press('Show all 499 characters');
    expect(block().textContent).toContain(long);
    press('Show less');
    expect(block().textContent).not.toContain(long);
  });

  it('CONST-025 writes a date in full: month, day and year', async () => {
    world.timeline = () => page(2, day('2026-03-01', 1, entry(1)), day('2026-02-28', 1, entry(2)));
    await open();
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(days.map((text) => text.replace(/ total.*/, ''))).toEqual(['March 1, 2026', 'February 28, 2026']);
  });

  it('TIMELINE-020 TIMELINE-021 folds and unfolds old and new data', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Old Data' })).toBeNull();
    press('Old Data');
    expect(within(screen.getByRole('region', { name: 'Old Data' })).getByText('Call back')).toBeDefined();
    press('New Data');
    expect(within(screen.getByRole('region', { name: 'New Data' })).getByText('Campus visit')).toBeDefined();
    press('Old Data');
    expect(screen.queryByRole('region', { name: 'Old Data' })).toBeNull();
  });

  it('TIMELINE-022 TIMELINE-023 TIMELINE-024 TIMELINE-025 TIMELINE-026 compares both sides in the colours of the legend', async () => {
    await open();
    press('View compare');
    await wait();
    const modal = within(screen.getByRole('dialog'));
    expect(modal.getByText('Comparison of Old and New details')).toBeDefined();
    const legend = [...document.querySelectorAll('.p-compare-legend > span')].map((one) => [
      one.className,
      one.textContent.trim(),
    ]);
    expect(legend).toEqual([
      ['p-compare-added', 'Added 1'],
      ['p-compare-modified', 'Modified 1'],
      ['p-compare-removed', 'Removed 1'],
    ]);
    expect(modal.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Field', 'Old Data', 'New Data']);
    const cells = Object.fromEntries(
      modal
        .getAllByRole('row')
        .slice(1)
        .map((row) => {
          const [old, now] = within(row).getAllByRole('cell');
          return [
            within(row).getByRole('rowheader').textContent,
            [old!.className, old!.textContent, now!.className, now!.textContent],
          ];
        }),
    );
    expect(cells).toEqual({
      Stage: ['p-compare-modified', 'Call back', 'p-compare-modified', 'Interested'],
      'Landing page': ['p-compare-removed', '/mba', '', '–'],
      Budget: ['', '5', '', '5'],
      City: ['', 'Pune', '', 'Pune'],
      'Sub stage': ['', '–', 'p-compare-added', 'Campus visit'],
    });
    fireEvent.click(modal.getByRole('switch'));
    expect(modal.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Stage', 'Landing page', 'Sub stage']);
  });

  it('TIMELINE-027 says so when there is nothing', async () => {
    world.timeline = () => page(0);
    await open();
    expect(screen.getByText('No Records Available')).toBeDefined();
  });

  it('TIMELINE-028 TIMELINE-029 TIMELINE-030 TIMELINE-031 CONST-018 appends the next page near the bottom, hides a repeated date, and stops when all are there', async () => {
    world.timeline = (query) =>
      query.get('page_number') === '1'
        ? page(5, day('2026-11-21', 5, entry(1), entry(2), entry(3), entry(4)))
        : page(5, day('2026-11-21', 5, entry(5)));
    await open();
    scrollTo(11);
    await wait(500);
    expect(searches()).toHaveLength(1);
    scrollTo(10);
    await wait(90);
    scrollTo(9);
    await wait(90);
    expect(searches()).toHaveLength(1);
    await wait(20);
    expect(searches()[1]).toContain('page_number=2');
    await wait();
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('strong')!.textContent)).toEqual([
      'User 1',
      'User 2',
      'User 3',
      'User 4',
      'User 5',
    ]);
    scrollTo(0);
    await wait(500);
    expect(searches()).toHaveLength(2);
    scrollTo(200);
    press('Search');
    await wait();
    expect(searches()[2]).toContain('page_number=1');
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
  });

  it('TIMELINE-029 TIMELINE-031 a change that is made meanwhile shows no entry twice and hides none', async () => {
    const all = [1, 2, 3, 4, 5, 6].map((id) => entry(id));
    world.timeline = (query) => {
      const at = (Number(query.get('page_number')) - 1) * 4;
      return page(all.length, day('2026-11-21', all.length, ...all.slice(at, at + 4)));
    };
    await open();
    all.unshift(entry(0));
    scrollTo(0);
    await wait(500);
    const shown = (): (string | null)[] => screen.getAllByRole('listitem').map((row) => row.querySelector('strong')!.textContent);
    expect(shown()).toEqual(['User 1', 'User 2', 'User 3', 'User 4', 'User 5', 'User 6']);
    scrollTo(0);
    await wait(2000);
    expect(searches()).toHaveLength(2); // the last page was not full: nothing is asked for again and again
  });

  it('a page that does not fill the list is followed by the next at once, until it is full', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return 500 + Math.max(0, this.querySelectorAll('li').length - 8) * 60;
    });
    world.timeline = (query) => {
      const at = (Number(query.get('page_number')) - 1) * 4;
      return page(40, day('2026-11-21', 40, ...[1, 2, 3, 4].map((n) => entry(at + n))));
    };
    await open(); // no more than 50 ms: nobody scrolled, nothing is waited for
    await wait(30);
    expect(screen.getAllByRole('listitem')).toHaveLength(12);
    await wait(2000);
    expect(searches()).toHaveLength(3);
    vi.restoreAllMocks();
  });

  /** The list has room for eight entries; each is asked for by its page of `all()`, newest first. */
  function roomForEight(all: () => readonly number[]): void {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return 500 + Math.max(0, this.querySelectorAll('li').length - 7) * 60;
    });
    world.timeline = (query) => {
      const [at, limit] = [Number(query.get('page_number')) - 1, Number(query.get('limit'))];
      const ids = all().slice(at * limit, (at + 1) * limit);
      return page(all().length, ...(ids.length ? [day('2026-11-21', all().length, ...ids.map((id) => entry(id)))] : []));
    };
  }
  const pagesAsked = (): (string | undefined)[] => searches().map((path) => /limit=\d+&page_number=\d+/.exec(path)?.[0]);
  const people = (): (string | null)[] => screen.getAllByRole('listitem').map((row) => row.querySelector('strong')!.textContent);
  const upTo = (count: number): string[] => Array.from({ length: count }, (_, n) => `User ${n + 1}`);

  it('TIMELINE-029 TIMELINE-032 D-088 who comes back asks for the pages that fill the list side by side, and for one where one fills it', async () => {
    let all = Array.from({ length: 20 }, (_, n) => n + 1);
    roomForEight(() => all);
    await open();
    await wait();
    expect(pagesAsked()).toEqual(['limit=4&page_number=1', 'limit=4&page_number=2']);
    cleanup();
    asked.length = 0;
    render(
      <App>
        <MemoryRouter initialEntries={['/timeline']}>
          <TimelinePage />
        </MemoryRouter>
      </App>,
    );
    expect(pagesAsked()).toEqual(['limit=4&page_number=1', 'limit=4&page_number=2']); // nothing has answered yet
    await wait();
    expect(people()).toEqual(upTo(8));
    expect(searches()).toHaveLength(2);
    press('Reset');
    await wait();
    expect(pagesAsked().slice(2)).toEqual(['limit=10&page_number=1']);
    all = [1, 2, 3];
    cleanup();
    await open();
    await wait();
    cleanup();
    asked.length = 0;
    await open();
    await wait();
    expect(pagesAsked()).toEqual(['limit=4&page_number=1']);
    vi.restoreAllMocks();
  });

  it('TIMELINE-029 a change made between two pages asked for side by side hides no entry, and a second that fails is asked for again', async () => {
    const before = Array.from({ length: 20 }, (_, n) => n + 2);
    let all = before;
    roomForEight(() => all);
    await open();
    await wait();
    const exact = world.timeline;
    const beyond = (query: URLSearchParams): Response => {
      const at = (Number(query.get('page_number')) - 1) * 4;
      const data = [day('2026-11-21', all.length, ...all.slice(at, at + 4).map((id) => entry(id)))];
      return json({ code: 200, data, totalDocuments: 10_001, total_exact: false });
    };
    const late = (query: URLSearchParams): Response => {
      all = before;
      const found = answer(query);
      all = [1, ...before];
      return found;
    };
    const down = (): Response => json({ message: 'down' }, 503);
    all = [1, ...before];
    let answer = exact;
    for (const [what, answers, second] of [
      ['read before the change', exact, late],
      ['beyond what is counted', beyond, late],
      ['no answer', exact, down],
      ['nothing between', beyond, beyond],
    ] as const) {
      answer = answers;
      let seconds = 0;
      world.timeline = (query) => (query.get('page_number') === '2' && seconds++ === 0 ? second(query) : answer(query));
      cleanup();
      asked.length = 0;
      await open();
      await wait();
      expect(people(), what).toEqual(upTo(8));
      expect(pagesAsked(), what).toEqual((second === beyond ? [1, 2] : [1, 2, 2]).map((n) => `limit=4&page_number=${n}`));
    }
    expect(screen.queryByText('Error in fetching Timeline data')).toBeNull();
    vi.restoreAllMocks();
  });

  it('TIMELINE-031 a count that stops at ten thousand does not end the list', async () => {
    world.timeline = (query) => {
      const from = (Number(query.get('page_number')) - 1) * 4;
      const rows = [1, 2, 3, 4].map((n) => entry(from + n));
      return json({ code: 200, data: [day('2026-11-21', 9, ...rows)], totalDocuments: 4, total_exact: false });
    };
    await open();
    scrollTo(0);
    await wait(150);
    expect(searches()[1]).toContain('page_number=2');
  });

  it('TIMELINE-047 TIMELINE-029 a search that fails leaves nothing of the one before, and Retry asks for its first page', async () => {
    world.timeline = (query) =>
      query.get('page_number') === '1'
        ? page(6, day('2026-11-21', 6, entry(1), entry(2), entry(3), entry(4)))
        : page(6, day('2026-11-21', 6, entry(5), entry(6)));
    await open();
    scrollTo(0);
    await wait(500);
    expect(screen.getAllByRole('listitem')).toHaveLength(6);
    world.timeline = () => json({ message: 'down' }, 503);
    press('Search');
    await wait();
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
    world.timeline = () => page(1, day('2026-11-21', 1, entry(9)));
    press('Retry');
    await wait();
    expect(searches().at(-1)).toContain('page_number=1');
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('strong')!.textContent)).toEqual(['User 9']);
  });

  it('TIMELINE-004 TIMELINE-005 TIMELINE-006 TIMELINE-045 TIMELINE-053 CONST-005 chooses users of specific roles by name and sends their ids', async () => {
    await open();
    expect(asked.map(({ path }) => path)).toContain('users/by-specific-roles?flag=true');
    const box = screen.getByRole('combobox', { name: 'Select User' });
    fireEvent.mouseDown(box);
    fireEvent.change(box, { target: { value: 'person 3' } });
    await wait();
    const offered = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
    expect(offered().map(({ textContent }) => textContent)).toEqual(['Person 3']);
    fireEvent.change(box, { target: { value: '' } });
    await wait();
    for (let n = 0; n < 7; n++) {
      fireEvent.click(offered().find(({ textContent }) => textContent === `Person ${n}`)!);
      await wait(20);
    }
    const chosen = [...document.querySelectorAll('.ant-select-selection-item')].map(({ textContent }) => textContent);
    expect(chosen).toEqual(['Person 0', 'Person 1', 'Person 2', 'Person 3', 'Person 4', '+2']);
    expect(searches()).toHaveLength(1);
    press('Search');
    await wait();
    expect(searches()[1]).toMatch(/userId\[\]=u-0&userId\[\]=u-1.*&userId\[\]=u-6&.*page_number=1$/);
  });

  it('TIMELINE-033 CONST-017 Reset returns to today, nobody, page 1 and ten entries', async () => {
    await open();
    await preset('Last Month');
    press('Search');
    await wait();
    expect(searches()[1]).toContain('startDate=2026-10-01&endDate=2026-10-31&limit=4');
    press('Reset');
    await wait();
    expect(searches()[2]).toBe('getTimeline?startDate=2026-11-21&endDate=2026-11-21&limit=10&page_number=1');
    expect(dates()).toEqual(['21 Nov 2026', '21 Nov 2026']);
    press('Search');
    await wait();
    expect(searches()[3]).toContain('limit=10');
  });

  it('TIMELINE-036 one day only, where the tenant wants it so', async () => {
    world.single = true;
    await open();
    await preset('Last 7 Days');
    expect(screen.getByText('Please select only one date.')).toBeDefined();
    expect(dates()).toEqual(['21 Nov 2026', '21 Nov 2026']);
    await preset('Yesterday');
    expect(dates()).toEqual(['20 Nov 2026', '20 Nov 2026']);
  });

  it('TIMELINE-037 TIMELINE-044 CONST-026 no day after today, and weeks from Monday', async () => {
    await open();
    const [start] = screen.getAllByPlaceholderText('Select Date...');
    fireEvent.mouseDown(start!);
    fireEvent.click(start!);
    await wait();
    expect(document.querySelector('.ant-picker-content th')!.textContent).toBe('Mo');
    const cell = (title: string): Element => document.querySelector(`td[title='${title}']`)!;
    expect(cell('2026-11-22').className).toContain('ant-picker-cell-disabled');
    expect(cell('2026-11-21').className).not.toContain('ant-picker-cell-disabled');
  });

  it('TIMELINE-046 warns when the users cannot be fetched', async () => {
    world.users = () => json({ code: 500, message: 'no' });
    await open();
    await wait();
    expect(screen.getByText('Error in fetching users')).toBeDefined();
  });

  it.each([
    ['another code', () => json({ code: 422, message: 'no' })],
    ['an HTTP failure', () => json({ message: 'down' }, 503)],
  ])('TIMELINE-047 says so on %s, and tries again', async (_name, answer) => {
    world.timeline = answer;
    await open();
    await wait();
    expect(screen.getByText('Error in fetching Timeline data')).toBeDefined();
    world.timeline = () => page(1, day('2026-11-21', 1, entry(1)));
    press('Retry');
    await wait();
    expect(screen.getByText('User 1')).toBeDefined();
  });

  it('TIMELINE-038 TIMELINE-039 TIMELINE-040 TIMELINE-041 TIMELINE-042 TIMELINE-043 has the six presets', () => {
    expect(Object.fromEntries(dayPresets('2026-03-12').map(({ label, days }) => [label, days]))).toEqual({
      Today: ['2026-03-12', '2026-03-12'],
      Yesterday: ['2026-03-11', '2026-03-11'],
      'Last 7 Days': ['2026-03-06', '2026-03-12'],
      'Last 30 Days': ['2026-02-11', '2026-03-12'],
      'This Month': ['2026-03-01', '2026-03-12'],
      'Last Month': ['2026-02-01', '2026-02-28'],
    });
  });
});

describe('what it says of data', () => {
  it('knows equal values whatever the order of their keys', () => {
    const [row] = compareData({ a: { x: 1, y: [1, 2] } }, { a: { y: [1, 2], x: 1 } });
    expect(row!.difference).toBe('same');
    expect(compareData({ a: [1, 2] }, { a: [2, 1] })[0]!.difference).toBe('modified');
    expect(compareData({ a: null }, { a: 0 })[0]!.difference).toBe('modified');
  });

  it.each([
    [null, '–'],
    ['', '–'],
    [true, 'Yes'],
    [0, '0'],
    ['2026-03-12', '12 Mar 2026'],
    ['2026-03-12T04:44:00.000Z', '12 Mar 2026, 10:14'],
    [{ a: 1 }, '{"a":1}'],
    ['<b>x</b>', '<b>x</b>'],
  ])('%j as %s', (value, text) => expect(dataText(value)).toBe(text));

  it('knows the usual browsers', () => {
    expect(agentText(`${agent} Edg/132.0.0.0`)).toBe('Edge 132, Windows');
    expect(agentText('Mozilla/5.0 (X11; Linux x86_64; rv:135.0) Gecko/20100101 Firefox/135.0')).toBe('Firefox 135, Linux');
    expect(agentText('curl/8.1')).toBe('curl/8.1');
    expect(agentText(null)).toBe('no user agent');
  });
});
