import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import AuthTimePage from '../../src/custom/auth-time/auth-time-page';
import type { AuthTimeRow, TeamSession } from '../../src/schemas/calls/auth-time';
import type { MyExport } from '../../src/schemas/calls/list-work';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

const row: AuthTimeRow = {
  id: 'd-1',
  date: '2026-11-20',
  user_id: 'u-4',
  name: 'Rohini Deshpande',
  first_login: '2026-11-20T04:00:00Z',
  last_seen: '2026-11-20T12:30:00Z',
  signed_out: true,
  work_seconds: 21_600,
  breaks: [
    { reason: 'Lunch Break', seconds: 2100 },
    { reason: 'Tea / Coffee Break', seconds: 600 },
  ],
  break_seconds: 2700,
  idle_seconds: 6300,
  sessions: 3,
  by_user: 1,
  forced: 1,
  expired: 0,
  ips: ['203.0.113.24'],
  agents: ['Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36'],
};
const session: TeamSession = {
  id: 's-2',
  user_id: 'u-5',
  name: 'Dev Kale',
  since: '2026-11-20T04:00:00Z',
  last_seen: '2026-11-20T05:00:00Z',
  ip: '203.0.113.9',
  agent: 'Mozilla/5.0 (iPhone) Safari/605',
  current: false,
};
const file: MyExport = {
  id: 'e-1',
  list: 'Leads',
  format: 'csv',
  state: 'done',
  rows: 6200,
  total: null,
  size: 1_400_000,
  file_name: 'Leads 2026-11-20.csv',
  url: '/api/files/e-1',
  created_at: '2026-11-20T05:00:00Z',
  ready_at: '2026-11-20T05:01:00Z',
  expires_at: '2026-11-27T05:00:00Z',
  filters: { city: 'Pune', _sort: 'name' },
  narrowed: 'City is Pune',
};

beforeEach(() => {
  freshBrowser('/employee/authentication');
  windowWidth(1366);
  signedIn({ role: 3 });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(search = ''): Asked[] {
  let files: MyExport[] = [file];
  const asked = stubNetwork(({ path, method }) => {
    if (path.startsWith('users/auth-time?'))
      return json({
        code: 200,
        data: {
          as_of: '2026-11-20T12:40:00Z',
          rows: [row],
          count: 1,
          page_size: 50,
          totals: { sessions: 3, work_seconds: 21_600, break_seconds: 2700, idle_seconds: 6300 },
        },
      });
    if (path.startsWith('users/team-sessions?')) return json({ code: 200, data: { rows: [session], count: 1, page_size: 50 } });
    if (path === 'users/team-sessions/s-2/end') return json({ code: 200, message: 'Dev Kale is signed out of that device.' });
    if (path === 'exports/e-1' && method === 'DELETE') {
      files = [];
      return json({ code: 200, message: 'The file is deleted.' });
    }
    if (path.startsWith('exports?')) return json({ code: 200, data: files, has_more: false });
    return undefined;
  });
  render(
    <App>
      <MemoryRouter initialEntries={[`/employee/authentication${search}`]}>
        <AuthTimePage />
      </MemoryRouter>
    </App>,
  );
  return asked;
}

describe('/employee/authentication', () => {
  it('TIMER-012 BREAK-013 MENU-012 shows working time, breaks by reason and idle time of each day, and their totals', async () => {
    const asked = open();
    const table = await screen.findByRole('table', { name: 'Auth time spent' });
    await within(table).findByText('Rohini Deshpande');
    const cells = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells).toEqual(
      expect.arrayContaining([
        '6 h 00 min',
        '45 min',
        'Lunch Break 35 min, Tea / Coffee Break 10 min',
        '1 h 45 min',
        '1 by user, 1 forced',
        'Chrome on Windows',
      ]),
    );
    expect(screen.getByLabelText('Total of all pages').textContent).toContain('Working time6 h 00 min');
    const query = new URLSearchParams(asked.find(({ path }) => path.startsWith('users/auth-time?'))!.path.split('?')[1]);
    const [from, to] = [query.get('from')!, query.get('to')!];
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6);
  });

  it('a manager signs someone out of a device after a question', async () => {
    const asked = open('?tab=sessions');
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out Dev Kale, Safari on iPhone' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Sign Dev Kale out of Safari on iPhone?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    await waitFor(() =>
      expect(asked.some(({ path, method }) => method === 'POST' && path === 'users/team-sessions/s-2/end')).toBe(true),
    );
    await waitFor(() => expect(asked.filter(({ path }) => path.startsWith('users/team-sessions?')).length).toBeGreaterThan(1));
  });

  it('NOTIF-026 NOTIF-005 ?activateCsvExportTab=true opens the exports, where a file is fetched and deleted', async () => {
    const asked = open('?activateCsvExportTab=true');
    expect(screen.getByRole('tab', { name: 'CSV exports' }).getAttribute('aria-selected')).toBe('true');
    const table = await screen.findByRole('table', { name: 'CSV exports' });
    await within(table).findByText('Leads 2026-11-20.csv');
    expect(table.textContent).toContain('City is Pune');
    expect(within(table).getByRole('button', { name: 'Download Leads 2026-11-20.csv' })).toBeTruthy();
    fireEvent.click(within(table).getByRole('button', { name: 'Delete Leads 2026-11-20.csv' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('No exports yet');
    expect(asked.some(({ method, path }) => method === 'DELETE' && path === 'exports/e-1')).toBe(true);
    fireEvent.click(screen.getByRole('tab', { name: 'Sessions' }));
    await screen.findByText('Dev Kale');
  });
});
