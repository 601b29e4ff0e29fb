// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from './app-fixture';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import FollowUpsPage from '../../src/custom/follow-ups/follow-ups-page';
import { json } from './call-action-fixture';

const row = {
  id: 'f-1',
  call_action_id: 'ca-1',
  lead_id: 'lead-1',
  lead_name: 'Lakshmi Priya Venkataraman Subramaniam Iyer',
  lead_phone: '+919444018362',
  call_date_time: '2026-01-02T05:30:00.000Z',
  btn_message: 'Call back',
  sub_stage: 'With parents',
  clg_id: null,
  clg_name: null,
  note: 'Fee link expires',
  user_id: 'u-1',
  user_name: 'Rohini',
  created_by_name: 'Rohini',
  created_date: '2026-01-01T05:30:00.000Z',
  state: 'pending',
  done_at: null,
  done_source: null,
  reschedule_count: 0,
  overdue: true,
};
const counts = { overdue: 17, today: 1, tomorrow: 2, week: 3, later: 4, upcoming: 5, done: 6, all: 7 };

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

function Where(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
function mount(address: string, mark: () => Response | Promise<Response>): { asked: string[]; rows: (typeof row)[] } {
  const world = { asked: [] as string[], rows: [row] };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL): Promise<Response> => {
    const path = String(input).replace(/^.*\/api\//, '');
    world.asked.push(path);
    if (path.startsWith('followup/lead/mark-status')) return mark();
    if (path.startsWith('followup/list')) return json({ code: 200, data: world.rows, count: world.rows.length, counts });
    return json({ code: 200, data: [] });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter initialEntries={[address]}>
          <FollowUpsPage />
          <p data-testid="where">
            <Where />
          </p>
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return world;
}

describe('/myfollowup', () => {
  it('asks for the tab of its address and shows every tab with its count', async () => {
    const world = mount('/myfollowup?stage=overdue', () => json({ code: 200 }));
    expect(await screen.findByText('Fee link expires')).toBeTruthy();
    expect(world.asked.some((path) => path.startsWith('followup/list?type=overdue'))).toBe(true);
    const tabs = within(screen.getByRole('navigation', { name: 'When' })).getAllByRole('button');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Overdue17', 'Today1', 'Tomorrow2', 'This week3', 'Later4', 'Done6']);
    await userEvent.click(tabs[2]!);
    expect(screen.getByTestId('where').textContent).toBe('/myfollowup?stage=tomorrow');
  });

  it('takes a row away at once when it is marked done', async () => {
    let answer: (response: Response) => void = () => undefined;
    const world = mount('/myfollowup?stage=today', () => new Promise((resolve) => (answer = resolve)));
    await userEvent.click(await screen.findByRole('button', { name: `Mark done: ${row.lead_name}` }));
    await waitFor(() => expect(screen.queryByText('Fee link expires')).toBeNull());
    expect(world.asked).toContain('followup/lead/mark-status/ca-1?source=followup_list');
    world.rows = [];
    answer(json({ code: 200, data: {} }));
    expect(await screen.findByText('Followup done successfully.')).toBeTruthy();
  });

  it('brings the row back, without a toast, when the server says no', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mount('/myfollowup?stage=today', () => json({ code: 409, message: 'no' }, 409));
    await userEvent.click(await screen.findByRole('button', { name: `Mark done: ${row.lead_name}` }));
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(await screen.findByText('Fee link expires')).toBeTruthy();
    expect(document.querySelector('.p-toast')).toBeNull();
    logged.mockRestore();
  });
});
