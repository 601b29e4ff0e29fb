import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import AttendanceReportPage from '../../src/custom/attendance-report/report-page';
import { setWho } from '../../src/providers/session/who';
import type { AttendanceDayDetail, AttendanceMonth, MonthTotals, PersonMonth } from '../../src/schemas/calls/attendance-report';
import type { DayCode } from '../../src/schemas/kit/day-codes';
import { levelsOf } from '../../src/schemas/kit/access';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

const days = Array.from({ length: 30 }, (_, at) => `2026-04-${String(at + 1).padStart(2, '0')}`);
const totals = (change: Partial<MonthTotals> = {}): MonthTotals => ({
  present: 20,
  half: 1,
  absent: 1.5,
  late: 2,
  early: 0,
  leave: { 'l-1': 2.5 },
  week_offs: 4,
  holidays: 1,
  payable: 28,
  avg_in: 575,
  avg_out: 1110,
  work_seconds: 400_000,
  break_seconds: 3600,
  overtime_minutes: 90,
  ...change,
});
const person = (id: string, name: string, codes: readonly (readonly DayCode[])[]): PersonMonth => ({
  user_id: id,
  name,
  employee_code: null,
  active: true,
  codes: days.map((_, at) => codes[at] ?? ['P']),
  totals: totals(),
});
const month = (change: Partial<AttendanceMonth> = {}): AttendanceMonth => ({
  month: '2026-04',
  days,
  lock: null,
  as_of: '2026-05-02T06:00:00Z',
  leave_types: [{ id: 'l-1', name: 'Casual leave', paid: true }],
  people: [person('u-1', 'Asha Menon', [['P', 'LT'], ['A']]), person('u-2', 'Bela Rao', [['L'], ['WO']])],
  count: 2,
  page_size: 50,
  totals: totals({ present: 40 }),
  present_by_day: days.map(() => 1),
  ...change,
});
const day: AttendanceDayDetail = {
  user_id: 'u-1',
  name: 'Asha Menon',
  date: '2026-04-02',
  codes: ['A'],
  note: null,
  shift: { name: 'Day', start: '09:30', end: '18:30' },
  check_in: null,
  check_out: null,
  mode: null,
  late_minutes: 0,
  early_minutes: 0,
  overtime_minutes: 0,
  remark: null,
  first_login: null,
  last_seen: null,
  work_seconds: 0,
  breaks: [{ reason: 'Lunch Break', from: '2026-04-02T07:30:00Z', to: '2026-04-02T08:00:00Z', seconds: 1800 }],
  break_seconds: 1800,
  idle_seconds: null,
  times: [],
  acts: [{ what: 'Note', count: 3 }],
  calls: { dialled: 7, connected: 4, answered: 0, talk_seconds: 600 },
};

beforeEach(() => {
  freshBrowser('/employee/attendance-report');
  windowWidth(1366);
  signedIn({ role: 1 });
  setWho({ role: 1, type: 'org', levels: levelsOf([]) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(given: () => AttendanceMonth = month, at = '?month=2026-04'): Promise<Asked[]> {
  const asked = stubNetwork(({ path, method }) => {
    if (path.startsWith('users/attendance/report?')) return json({ code: 200, data: given() });
    if (path.startsWith('users/attendance/day?')) return json({ code: 200, data: day });
    if (path.startsWith('res/attendance-locks') && method === 'POST') return json({ id: 'lock-1', month: '2026-04' });
    return undefined;
  });
  render(
    <App>
      <MemoryRouter initialEntries={[`/employee/attendance-report${at}`]}>
        <AttendanceReportPage />
      </MemoryRouter>
    </App>,
  );
  await screen.findByRole('table', { name: 'Attendance of 2026-04' });
  return asked;
}
const reports = (asked: readonly Asked[]): URLSearchParams[] =>
  asked
    .filter(({ path }) => path.startsWith('users/attendance/report?'))
    .map(({ path }) => new URLSearchParams(path.split('?')[1]));

describe('the attendance report', () => {
  it('MENU-010 is a grid of people and days with totals, a column for each type of leave, and a total row', async () => {
    await open();
    const table = screen.getByRole('table', { name: 'Attendance of 2026-04' });
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    expect(heads.slice(0, 3)).toEqual(['Name', '1We', '2Th']);
    expect(heads.slice(31)).toEqual([
      'Present',
      'Half',
      'Absent',
      'Late',
      'Early',
      'Casual leave',
      'Week-offs',
      'Holidays',
      'Payable days',
      'Avg in',
      'Avg out',
      'Working time',
      'Breaks',
      'Overtime',
    ]);
    const [, asha, , sum] = within(table).getAllByRole('row');
    const cells = within(asha!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(0, 3)).toEqual(['PLT', 'A', 'P']);
    expect(cells.slice(30)).toEqual([
      '20',
      '1',
      '1.5',
      '2',
      '0',
      '2.5',
      '4',
      '1',
      '28',
      '09:35',
      '18:30',
      '111 h 07 min',
      '1 h 00 min',
      '1 h 30 min',
    ]);
    expect(within(sum!).getAllByRole('cell')[30]!.textContent).toBe('40');
  });

  it('one cell has the focus, the arrow keys move it, and Enter opens the day', async () => {
    await open();
    const first = screen.getByRole('button', { name: 'Asha Menon, 1 Apr 2026: Present, late' });
    expect(document.querySelectorAll('.ar-grid button[tabindex="0"]')).toHaveLength(1);
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bela Rao, 1 Apr 2026: Leave');
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Asha Menon, 2 Apr 2026: Absent');
    fireEvent.click(document.activeElement!);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Lunch Break');
    expect(dialog.textContent).toContain('Asha Menon, 2 Apr 2026');
    expect(dialog.textContent).toContain('Day, 09:30 to 18:30');
    expect(dialog.textContent).toContain('Calls dialled7');
    expect(dialog.textContent).toContain('Note3');
  });

  it('asks again with each filter, which the address keeps', async () => {
    const asked = await open(month, '?month=2026-04&users=u-1,u-2&team=t-9&code=LT&inactive=1&page=2');
    const [query] = reports(asked);
    expect(query!.get('month')).toBe('2026-04');
    expect(query!.getAll('user_ids[]')).toEqual(['u-1', 'u-2']);
    expect([query!.get('team_id'), query!.get('code'), query!.get('inactive'), query!.get('page')]).toEqual([
      't-9',
      'LT',
      'true',
      '2',
    ]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Include inactive users' }));
    await waitFor(() => expect(reports(asked)).toHaveLength(2));
    expect([reports(asked)[1]!.get('inactive'), reports(asked)[1]!.get('page')]).toEqual(['false', '1']);
  });

  it('an administrator locks a month that is over after a question; others have no such button', async () => {
    let lock: AttendanceMonth['lock'] = null;
    const asked = await open(() => month({ lock }));
    fireEvent.click(screen.getByRole('button', { name: /Lock month/ }));
    lock = { id: 'lock-1', by: 'Asha Menon', at: '2026-05-02T06:00:00Z' };
    fireEvent.click(await screen.findByRole('button', { name: 'Lock' }));
    await screen.findByRole('button', { name: 'Unlock month' });
    const [write] = asked.filter(({ method }) => method === 'POST');
    expect([write!.path, write!.body]).toEqual(['res/attendance-locks', expect.objectContaining({ month: '2026-04' })]);
    cleanup();
    signedIn({ role: 4 });
    setWho({ role: 4, type: 'org', levels: levelsOf([]) });
    await open(() => month({ lock }));
    expect(screen.queryByRole('button', { name: 'Unlock month' })).toBeNull();
    expect(screen.getByText('Locked')).toBeTruthy();
  });
});
