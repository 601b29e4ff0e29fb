import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import LeadPage from '../../src/custom/lead-page/lead-page';
import Profile from '../../src/custom/lead-page/profile';
import { knowUser } from '../../src/providers/session/permissions';
import type { Lead } from '../../src/schemas/leads/leads';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

const lead = {
  id: 'l-1',
  name: 'Sai',
  email: 'sai@example.com',
  city: 'Pune',
  created_at: '2026-11-20T05:00:00.000Z',
  row_version: 1,
} as Lead;
let asked: readonly Asked[];
beforeEach(() => {
  freshBrowser('/lp/l-1/profiles');
  signedIn({ role: 1 });
  knowUser();
  asked = stubNetwork(({ path }) => {
    if (path.includes('/field-history'))
      return json({
        code: 200,
        data: [
          { field: 'city', at: '2026-11-22T08:00:00.000Z', by_name: 'Rohini Deshpande', old: 'Mumbai', new: 'Pune' },
          { field: 'city', at: '2026-11-22T07:00:00.000Z', by_name: "Rule 'Towns'", old: null, new: 'Mumbai' },
        ],
      });
    if (path.includes('/panel'))
      return json({
        code: 200,
        data: { follow_ups: [], tickets: [], way: [], stages: [], same: [], tabs: {}, custom_labels: {} },
      });
    if (path === 'res/leads/l-1') return json(lead);
    return path.startsWith('res/') ? json([]) : undefined;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the history of a field', () => {
  it('shows on focus who changed a field when, from what to what; a field that never changed is plain text', async () => {
    render(
      <App>
        <MemoryRouter>
          <Profile lead={lead} />
        </MemoryRouter>
      </App>,
    );
    const city = await screen.findByRole('button', { name: /^Pune ?, history$/ });
    expect(screen.queryByRole('button', { name: /^sai@example.com.*history/ })).toBe(null);
    fireEvent.focus(city);
    const history = await screen.findByRole('group', { name: 'History of City' });
    expect([...history.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Mumbai → PuneRohini Deshpande · /),
      expect.stringMatching(/^empty → MumbaiRule 'Towns' · /),
    ]);
  });

  it('is next to each value of the left panel that changed, from the moment the panel is pointed at or focused', async () => {
    render(
      <App>
        <MemoryRouter initialEntries={['/lp/l-1/conversion']}>
          <Routes>
            <Route path="/lp/:id/:tab" element={<LeadPage />} />
          </Routes>
        </MemoryRouter>
      </App>,
    );
    const panel = await screen.findByRole('complementary', { name: 'Lead' });
    await within(panel).findByText('Pune');
    expect(asked.some(({ path }) => path.includes('/field-history'))).toBe(false);
    fireEvent.focus(within(panel).getByRole('button', { name: 'sai@example.com' }));
    const mark = await within(panel).findByRole('button', { name: 'History of City' });
    expect(within(panel).queryByRole('button', { name: 'History of Email' })).toBe(null);
    fireEvent.focus(mark);
    expect((await screen.findByRole('group', { name: 'History of City' })).textContent).toMatch(/Mumbai → Pune/);
  });
});
