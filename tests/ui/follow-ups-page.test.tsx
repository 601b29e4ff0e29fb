import { Refine } from '@refinedev/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import FollowUpsPage from '../../src/custom/follow-ups/follow-ups-page';
import { dataProvider } from '../../src/providers/data-provider';
import { loadResource } from '../../src/providers/screens/resource-chunk';
import { setWho } from '../../src/providers/session/who';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

const name = 'Lakshmi Priya Venkataraman Subramaniam Iyer';
const row = {
  id: 'f-1',
  call_action_id: 'ca-1',
  lead_id: 'lead-1',
  lead_phone: '+919444018362',
  call_date_time: '2026-01-02T05:30:00.000Z',
  btn_message: 'Call back',
  sub_stage: 'With parents',
  note: 'Fee link expires',
  user_id: 'u-4',
  created_date: '2026-01-01T05:30:00.000Z',
  state: 'pending',
  reschedule_count: 2,
  row_version: 1,
  _labels: { lead_id: name, created_by: 'Rohini' },
};
const counts = { overdue: 17, today: 1, tomorrow: 2, week: 3, later: 4, upcoming: 5, done: 6, all: 7 };

beforeEach(async () => {
  freshBrowser('/myfollowup');
  signedIn();
  setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
  await loadResource('follow-ups'); // the page waits for its code
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

function Where(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
function mount(address: string, mark: () => Response | Promise<Response>): { asked: readonly Asked[]; rows: (typeof row)[] } {
  const world = { rows: [row] };
  const asked = stubNetwork(({ path }) => {
    if (path.startsWith('followup/lead/done/')) return mark();
    if (path.startsWith('followup/list')) return json({ code: 200, data: [], count: 1, counts });
    if (path.startsWith('res/follow-ups')) return json(world.rows, 200, { 'x-total-count': String(world.rows.length) });
    if (path.startsWith('views/'))
      return json({ code: 200, data: { views: [], pinned: [], columns: null, role_columns: null, default_view: null } });
    return json({ code: 200, data: [] });
  });
  render(
    <App>
      <MemoryRouter initialEntries={[address]}>
        <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
          <FollowUpsPage />
          <p data-testid="where">
            <Where />
          </p>
        </Refine>
      </MemoryRouter>
    </App>,
  );
  return Object.assign(world, { asked });
}
/** Takes the first answer, as Enter does. */
async function markDone(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Mark done: ${name}` }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark done' }));
}
const listed = (asked: readonly Asked[]): URLSearchParams[] =>
  asked.filter(({ path }) => path.startsWith('res/follow-ups?')).map(({ path }) => new URLSearchParams(path.split('?')[1]));

describe('/myfollowup', () => {
  it('requests the user’s own follow-ups of the tab in the address, and shows every tab with its count', async () => {
    const { asked } = mount('/myfollowup?stage=overdue', () => json({ code: 200 }));
    expect(await screen.findByText('Fee link expires')).toBeTruthy();
    expect(Object.fromEntries(listed(asked)[0]!)).toMatchObject({ tab: 'overdue', user_id: 'u-4', _sort: 'call_date_time' });
    const tabs = within(screen.getByRole('navigation', { name: 'When' })).getAllByRole('button');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Overdue17', 'Today1', 'Tomorrow2', 'This week3', 'Later4', 'Done6']);
    await userEvent.click(tabs[5]!);
    expect(screen.getByTestId('where').textContent).toBe('/myfollowup?stage=done');
    await waitFor(() =>
      expect(Object.fromEntries(listed(asked).at(-1)!)).toMatchObject({ tab: 'done', _sort: 'done_at', _order: 'desc' }),
    );
  });

  it('has filters, saved views, columns and export like every list, and lead and phone in each row', async () => {
    mount('/myfollowup?stage=today&state=pending', () => json({ code: 200 }));
    const table = await screen.findByRole('table', { name: 'FollowUps' });
    await within(table).findByText('Fee link expires');
    for (const text of [name, 'Call back', 'Rohini', '2 times']) expect(within(table).getByText(text)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove filter State' })).toBeTruthy();
    for (const button of [/Export/, /Saved view/, 'Columns', /Add filter/])
      expect(screen.getByRole('button', { name: button })).toBeTruthy();
  });

  it('does not offer what the page itself has set as a filter, and says so of one in the address', async () => {
    const { asked } = mount('/myfollowup?stage=today&user_id=u-9', () => json({ code: 200 }));
    expect(await screen.findByText('Fee link expires')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain("no filter 'user_id=u-9'");
    expect(listed(asked).map((query) => query.getAll('user_id'))).toEqual([['u-4']]);
    await userEvent.click(screen.getByRole('button', { name: /Add filter/ }));
    const offered = within(await screen.findByRole('dialog', { name: 'Filter' }));
    expect(await offered.findByRole('button', { name: 'State' })).toBeTruthy();
    expect(offered.getAllByRole('button').map((one) => one.textContent)).not.toEqual(expect.arrayContaining(['User']));
  });

  it('removes a row at once when it is marked done', async () => {
    let answer: (response: Response) => void = () => undefined;
    const world = mount('/myfollowup?stage=today', () => new Promise((resolve) => (answer = resolve)));
    await markDone();
    await waitFor(() => expect(screen.queryByText('Fee link expires')).toBeNull());
    expect(world.asked.find(({ path }) => path === 'followup/lead/done/ca-1')?.body).toEqual({ outcome: 'spoke' });
    world.rows = [];
    answer(json({ code: 200, data: {} }));
    expect(await screen.findByText('Followup done successfully.')).toBeTruthy();
  });

  it('opens the follow-up again by Undo in the toast, and shows its row again', async () => {
    const done = { call_action_id: 'ca-1', lead_id: 'lead-1', done_at: '2026-03-12T09:00:00.000Z' };
    const world = mount('/myfollowup?stage=today', () => json({ code: 200, data: done }));
    await markDone();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Fee link expires')).toBeTruthy();
    expect(await screen.findByText('The follow-up is open again.')).toBeTruthy();
    const sent = world.asked.find(({ path }) => path === 'followup/lead/reopen/ca-1');
    expect(sent?.body).toEqual({ done_at: done.done_at });
  });

  it('restores the row and says why, when the server refuses', async () => {
    mount('/myfollowup?stage=today', () =>
      json({ code: 409, message: 'This follow-up was replaced and cannot be marked done.' }, 409),
    );
    await markDone();
    expect(await screen.findByText('This follow-up was replaced and cannot be marked done.')).toBeTruthy();
    expect(await screen.findByText('Fee link expires')).toBeTruthy();
  });

  it('keeps what was typed when the server refuses, for the next try', async () => {
    const world = mount('/myfollowup?stage=today', () => json({ code: 503, message: 'The database is busy.' }, 503));
    await userEvent.click(await screen.findByRole('button', { name: `Mark done: ${name}` }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'No answer' }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Father will ring back');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark done' }));
    await screen.findByText('The database is busy.');
    await userEvent.click(await screen.findByRole('button', { name: `Mark done: ${name}` }));
    const again = (await screen.findAllByRole('dialog')).at(-1)!;
    expect(within(again).getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('Father will ring back');
    await userEvent.click(within(again).getByRole('button', { name: 'Mark done' }));
    const sent = world.asked.filter(({ path }) => path === 'followup/lead/done/ca-1').map(({ body }) => body);
    await waitFor(() => expect(sent[0]).toEqual({ outcome: 'no_answer', note: 'Father will ring back' }));
  });

  it('shows the follow-ups of somebody else to a manager, with their counts', async () => {
    const { asked } = mount('/myfollowup?stage=today&user=u-9', () => json({ code: 200 }));
    await screen.findByText('Fee link expires');
    expect(listed(asked)[0]!.get('user_id')).toBe('u-9');
    expect(asked.some(({ path }) => path.startsWith('followup/list?') && path.includes('user_id=u-9'))).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: /^Overdue/ }));
    expect(screen.getByTestId('where').textContent).toBe('/myfollowup?stage=overdue&user=u-9');
  });
});
