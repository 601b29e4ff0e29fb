import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayPresets } from '../../src/ui/time/day-presets';
import { json } from './browser-fixture';
import { asked, day, entry, open, page, preset, press, searches, setUp, tearDown, wait, world } from './timeline-world';

vi.mock('virtual:manifest', () => import('./timeline-manifest'));
beforeEach(setUp);
afterEach(tearDown);
const dates = (): string[] => screen.getAllByPlaceholderText<HTMLInputElement>('Select Date...').map(({ value }) => value);

describe('the timeline', () => {
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

  it('TIMELINE-033 CONST-017 Reset returns to today, no users, page 1 and ten entries', async () => {
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

  it('TIMELINE-036 allows only one day if the tenant is set so', async () => {
    world.single = true;
    await open();
    await preset('Last 7 Days');
    expect(screen.getByText('Please select only one date.')).toBeDefined();
    expect(dates()).toEqual(['21 Nov 2026', '21 Nov 2026']);
    await preset('Yesterday');
    expect(dates()).toEqual(['20 Nov 2026', '20 Nov 2026']);
  });

  it('TIMELINE-037 TIMELINE-044 CONST-026 offers no day after today, and weeks start on Monday', async () => {
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
  ])('TIMELINE-047 shows an error on %s, and offers Retry', async (_name, answer) => {
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
