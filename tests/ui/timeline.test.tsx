import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screens } from '../../src/custom/timeline/screen';
import { setWho } from '../../src/providers/session/who';
import { agent, asked, day, entry, open, page, preset, press, searches, setUp, tearDown, wait, world } from './timeline-world';

vi.mock('virtual:manifest', () => import('./timeline-manifest'));
beforeEach(setUp);
afterEach(tearDown);

describe('the timeline', () => {
  it('ROUTE-078 MENU-070 is at /timeline for everyone who is signed in', () => {
    expect(screens).toMatchObject([
      { path: '/timeline', access: { of: 'timeline', route: 'signed-in' }, menu: { group: 'Access Control', entry: 'Timeline' } },
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

  it('TIMELINE-032 TIMELINE-034 TIMELINE-035 first requests today, four entries, page 1', async () => {
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

  it('narrows by table and by operation, from page 1; Reset clears both', async () => {
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

  it('exports the last search, only with level 5 of Timeline', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    cleanup();
    setWho({ role: 4, type: 'org', levels: new Map([['Timeline', new Set([1, 5])]]) });
    await open();
    await preset('Yesterday'); // chosen, but not searched for
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

  it('links an entry to its record, if it exists and the user may open it', async () => {
    setWho({ role: 4, type: 'org', levels: new Map([['Setting_Configuration', new Set([1])]]) });
    const of = (id: number, change: object): object => entry(id, { tableAffected: 'streams', ...change });
    world.timeline = () => page(3, day('2026-11-21', 3, of(1, {}), of(2, { property: 'Deleted' }), entry(3)));
    await open();
    await wait();
    const links = screen
      .getAllByRole('listitem')
      .map((row) => within(row).queryByRole('link', { name: 'Open record' })?.getAttribute('href'));
    expect(links).toEqual(['/streams/r-1', undefined, undefined]);
    cleanup();
    setWho({ role: 4, type: 'org', levels: new Map() });
    await open();
    await wait();
    expect(screen.queryByRole('link', { name: 'Open record' })).toBeNull();
  });

  it('names and links the record of an entry, or the one it belongs to, and says what the server did by itself', async () => {
    setWho({ role: 4, type: 'org', levels: new Map([['Setting_Configuration', new Set([1])]]) });
    const job = { userAgent: 'job', ipAddress: null, tableAffected: 'workflow_entries', property: 'State' };
    const part = { ...job, record_text: 'Law', record_of: { resource: 'streams', id: 's-1' } };
    const own = { tableAffected: 'streams', record_text: 'Commerce' };
    world.timeline = () =>
      page(3, day('2026-11-21', 3, entry(1, own), entry(2, part), entry(3, { ...job, record_text: 'Arts' })));
    await open();
    await wait();
    const rows = screen.getAllByRole('listitem').map((row) => within(row));
    expect(rows[0]!.getByRole('link', { name: 'Commerce' }).getAttribute('href')).toBe('/streams/r-1');
    expect(rows[1]!.getByRole('link', { name: 'Law' }).getAttribute('href')).toBe('/streams/s-1');
    expect(rows[1]!.getByText('by a background job')).toBeDefined();
    expect(rows[1]!.queryByText(/IP/)).toBeNull();
    expect(rows[2]!.queryByRole('link')).toBeNull();
    expect(rows[2]!.getByText('Arts')).toBeDefined();
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
});
