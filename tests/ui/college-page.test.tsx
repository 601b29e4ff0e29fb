import { Refine } from '@refinedev/core';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi, onTestFinished } from 'vitest';
import CollegePage from '../../src/custom/college-page/college-page';
import { screens } from '../../src/custom/college-page/screen';
import { dataProvider } from '../../src/providers/data-provider';
import { loadResource } from '../../src/providers/screens/resource-chunk';
import { setWho } from '../../src/providers/session/who';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import { countedPath, recordPath } from '../../src/resources/resource-paths';
import { colleges } from '../../src/schemas/settings/colleges';
import { today } from '../../src/ui/time/today';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

const college = {
  clg_id: 7,
  id: 7,
  clg_name: 'Sahyadri',
  status: 1,
  is_partner: true,
  phone: '9000000001',
  contact_user_ids: ['u-4'],
  brochure: '/api/files/brochure.pdf',
  lead_push_url: 'https://partner.example/leads',
  row_version: 1,
  created_at: '2026-01-01T05:30:00.000Z',
  updated_at: '2026-01-01T05:30:00.000Z',
  _labels: { contact_user_ids: ['Rohini Deshpande'] },
};
const course = {
  id: 'cc-1',
  clg_id: 7,
  course_id: 'k-1',
  fee_total: 400_000,
  seats: 60,
  min_percent: 55,
  exams: ['JEE Main'],
  intake: null,
  last_date: '2027-06-30',
  _labels: { course_id: 'B.Tech' },
};
const push = {
  id: 'j-1',
  lead_id: 'l-1',
  lead_name: 'Sneha Kulkarni',
  at: '2026-03-02T06:35:00.000Z',
  finished_at: '2026-03-02T06:36:00.000Z',
  state: 'refused',
  status: null,
  message: 'The URL returned status 401.',
  attempts: 1,
};
const veiled = new Set<string>();
const figures = {
  leads: 120,
  leads_this_month: 7,
  shortlisted: 3,
  not_interested: 2,
  applications: 5,
  enrolled: 1,
  cells: { leads: 'S2;a', leads_this_month: 'L1;b', shortlisted: 'K1;c', not_interested: 'K2;d' },
  target_leads: 28,
  target_enrolled: null,
};

const conditionOn = (clg: number) => [
  { condition: 'And', rules: [{ columnName: 'clg_id', operator: 'in', value: [clg], displayName: 'x', type: 'multiselect' }] },
];
const rule = {
  _id: 'r-1',
  name: 'Sahyadri round robin',
  rule: conditionOn(7),
  method: 'round_robin',
  user_ids: ['u-4'],
  priority: 5,
  status: 1,
  _labels: { user_ids: ['Rohini Deshpande'] },
};
const elsewhere = conditionOn(8);

let isGone = false;
beforeEach(async () => {
  isGone = false;
  freshBrowser('/college-list/7/details');
  signedIn();
  setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
  await loadResource('colleges');
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

const noRetry = { defaultOptions: { queries: { retry: false } } };
const Where = (): string => useLocation().search;
function mount(search = ''): readonly Asked[] {
  const asked = stubNetwork(({ method, path }) => {
    if (path.startsWith('colleges/7/figures'))
      return json({ code: 200, data: { ...figures, ...Object.fromEntries([...veiled].map((name) => [name, null])) } });
    if (path.startsWith('colleges/7/pushes')) return json({ code: 200, data: [push], total: 1 });
    if (path.startsWith('res/counsellor-rules')) return json([rule, { ...rule, _id: 'r-2', name: 'Another', rule: elsewhere }]);
    if (path.startsWith('res/college-courses')) return method === 'GET' ? json([course]) : json({});
    if (path.startsWith('res/colleges/7/usage')) return json({ count: 0, text: 'not used anywhere', usage: [] });
    if (path.startsWith('res/colleges/7')) return isGone ? json({ code: 404, message: 'Gone' }, 404) : json(college);
    return json({ code: 200, data: [] });
  });
  render(
    <App>
      <MemoryRouter initialEntries={[`/college-list/7/details${search}`]}>
        <Refine dataProvider={dataProvider} options={{ disableTelemetry: true, reactQuery: { clientConfig: noRetry } }}>
          <Routes>
            <Route path={screens[0]!.path} element={<CollegePage />} />
          </Routes>
          <p data-testid="where">
            <Where />
          </p>
        </Refine>
      </MemoryRouter>
    </App>,
  );
  return asked;
}

describe('the page of a college', () => {
  it('is where links to a college lead', () => {
    expect(recordPath(colleges, 7)).toBe('/college-list/7/details');
  });

  it('the numbers of its list open the leads that they count, of this month by the day it is', () => {
    const [day, month] = [today(), `${today().slice(0, 8)}01`];
    const cellOf = (name: string, count: string): string | null =>
      new URL(countedPath(colleges, name, 7, count) ?? '/', 'https://a.example').searchParams.get('cell');
    expect(cellOf('leads_this_month', '3')).toBe(`L1;${month};${day};any_college=7`);
    expect(cellOf('enrolled', '1,200')).toBe(`P4;2000-01-01;${day};college=7`);
    expect(cellOf('enrolled', '0')).toBe(null);
    expect(cellOf('push_state', 'Accepted')).toBe(null);
  });

  it('shows the figures of the leads that the user sees', async () => {
    mount();
    await screen.findByRole('heading', { level: 1, name: 'Sahyadri' });
    await waitFor(() =>
      expect([...document.querySelectorAll('.cp-figures > div')].map((one) => one.textContent)).toEqual([
        'Leads this month7 of 28 · 25 %',
        'Total leads120',
        'On shortlists3',
        'Not interested2',
        'Applications5',
        'Enrolled1',
      ]),
    );
  });

  it('leaves out a number that the role does not see', async () => {
    veiled.add('enrolled');
    onTestFinished(() => veiled.clear());
    mount();
    await screen.findByRole('heading', { level: 1, name: 'Sahyadri' });
    await waitFor(() => expect(document.querySelectorAll('.cp-figures > div')).toHaveLength(5));
    expect(document.querySelector('.cp-figures')!.textContent).not.toContain('Enrolled');
  });

  it('the arrow keys move between the tabs, and the open one is in the address', async () => {
    mount();
    const first = await screen.findByRole('tab', { name: 'Details' });
    first.focus();
    // The page waits for its schema file again when fields of the tenant have come, perhaps just now: React has to be awaited.
    await act(() => userEvent.keyboard('{ArrowRight}'));
    expect(screen.getByTestId('where').textContent).toBe('?tab=courses');
    expect(document.activeElement?.textContent).toBe('Courses');
    await screen.findByRole('rowheader', { name: 'B.Tech' });
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe(''));
    expect(document.activeElement?.textContent).toBe('Details');
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('?tab=allocation'));
  });

  it('leads back to the list as it was, and keeps that through its tabs', async () => {
    mount('?q=sah&tab=courses');
    const crumb = within(await screen.findByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', { name: 'Colleges' });
    expect(crumb.getAttribute('href')).toBe('/college-list?q=sah');
    await userEvent.click(await screen.findByRole('tab', { name: 'Contacts' }));
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('?q=sah&tab=contacts'));
  });

  it('of a deleted college leads the administrator to the deleted records', async () => {
    isGone = true;
    mount();
    const link = await screen.findByRole('link', { name: 'Deleted records' });
    expect(link.getAttribute('href')).toBe('/college-list/deleted');
  });

  it('lists the courses with fee, seats, marks, exams and last date, and removes one after a question', async () => {
    const asked = mount('?tab=courses');
    const row = (await screen.findByRole('rowheader', { name: 'B.Tech' })).closest('tr')!;
    expect([...row.querySelectorAll('td')].map((cell) => cell.textContent).slice(0, -1)).toEqual([
      '₹ 4,00,000',
      '60',
      '55 %',
      'JEE Main',
      '–',
      '30 Jun 2027',
    ]);
    await userEvent.click(within(row).getByRole('button', { name: 'Actions for B.Tech' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(asked.some(({ method, path }) => method === 'DELETE' && path === 'res/college-courses/cc-1')).toBe(true),
    );
  });

  it('shows contacts and documents', async () => {
    mount('?tab=contacts');
    expect((await screen.findByRole('link', { name: '9000000001' })).getAttribute('href')).toBe('tel:9000000001');
    expect(screen.getByText('Rohini Deshpande')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Documents' }));
    expect(screen.getByRole('link', { name: 'Brochure' }).getAttribute('href')).toBe('/api/files/brochure.pdf');
    expect(screen.queryByRole('link', { name: 'Fee sheet' })).toBe(null);
  });

  it('says which allocation rules name the college, and who receives its leads; without the right to rules it has no such tab', async () => {
    mount('?tab=allocation');
    const link = await screen.findByRole('link', { name: 'Sahyadri round robin' });
    expect(link.getAttribute('href')).toBe('/counsellor-allocation-logic/r-1');
    expect(link.closest('tr')!.textContent).toBe('Sahyadri round robinRound robinRohini DeshpandeNo limit5Active');
    expect(screen.queryByText('Another')).toBe(null);
    cleanup();
    setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'PATNER_COLLEGES', level: [1] }]) });
    mount('?tab=allocation');
    expect(await screen.findByRole('tab', { name: 'Lead push' })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Allocation' })).toBe(null);
  });

  it('the log of pushes says which lead was sent when, and what the partner answered', async () => {
    mount('?tab=pushes');
    const row = (await screen.findByRole('link', { name: 'Sneha Kulkarni' })).closest('tr')!;
    expect(row.textContent).toContain('Rejected');
    expect(row.textContent).toContain('The URL returned status 401.');
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/lp/l-1/conversion');
  });

  it('says what is missing to those who may not see colleges', async () => {
    setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'LEADS', level: 6 }]) });
    mount();
    await screen.findByText('You do not have permission to view this data.');
  });
});
