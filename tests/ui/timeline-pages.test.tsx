import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import TimelinePage from '../../src/custom/timeline/timeline-page';
import { json } from './browser-fixture';
import { asked, day, entry, open, page, press, searches, setUp, tearDown, wait, world } from './timeline-world';

vi.mock('virtual:manifest', () => import('./timeline-manifest'));
beforeEach(setUp);
afterEach(tearDown);
const list = (): HTMLElement => screen.getByRole('region', { name: 'Changes' });
/** Fakes the height and scroll position of the list, with 100 px per new entry: nothing has a size here. */
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

describe('the timeline', () => {
  it('TIMELINE-028 TIMELINE-029 TIMELINE-030 TIMELINE-031 CONST-018 appends the next page near the bottom, hides a repeated date, and stops at the end', async () => {
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
    await wait(); // the form's check
    await wait(); // the answer
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
    expect(searches()).toHaveLength(2); // the last page was not full: it is not requested again and again
  });

  it('a page that does not fill the list is followed by the next at once, until the list is full', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return 500 + Math.max(0, this.querySelectorAll('li').length - 8) * 60;
    });
    world.timeline = (query) => {
      const at = (Number(query.get('page_number')) - 1) * 4;
      return page(40, day('2026-11-21', 40, ...[1, 2, 3, 4].map((n) => entry(at + n))));
    };
    await open(); // up to 50 ms: without scrolling there is no delay
    await wait(30);
    expect(screen.getAllByRole('listitem')).toHaveLength(12);
    await wait(2000);
    expect(searches()).toHaveLength(3);
    vi.restoreAllMocks();
  });

  /** The list has room for eight entries; the server pages through `all()`, newest first. */
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

  it('TIMELINE-029 TIMELINE-032 D-088 a later visit loads the pages that fill the list in parallel, or just one', async () => {
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
    expect(pagesAsked()).toEqual(['limit=4&page_number=1', 'limit=4&page_number=2']); // no answer has arrived yet
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

  it('TIMELINE-029 a change between two parallel requests hides no entry, and a failed second request is repeated', async () => {
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

  it('TIMELINE-031 a count capped at ten thousand does not end the list', async () => {
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

  it('TIMELINE-047 TIMELINE-029 a failed search clears the previous entries, and Retry requests its first page', async () => {
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
    await wait(); // the form's check
    await wait(); // the answer
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
    world.timeline = () => page(1, day('2026-11-21', 1, entry(9)));
    press('Retry');
    await wait();
    expect(searches().at(-1)).toContain('page_number=1');
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('strong')!.textContent)).toEqual(['User 9']);
  });
});
