import { Refine } from '@refinedev/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import LeadPage from '../../src/custom/lead-page/lead-page';
import { dataProvider } from '../../src/providers/data-provider';
import { liveProvider } from '../../src/providers/live-provider';
import { tellLive } from '../../src/providers/live/live';
import { forgetPermissions, knowUser } from '../../src/providers/session/permissions';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';
import { lead, panel } from './lead-page-fixture';

let city: string;
let merged: boolean;
beforeEach(() => {
  freshBrowser('/lp/x/conversion');
  forgetPermissions();
  [city, merged] = ['Pune', false];
  signedIn({ role: 1 });
  knowUser();
  stubNetwork(({ path }) => {
    if (path.endsWith('/merged-into')) return json({ code: 200, data: { id: 'l-2' } });
    if (path.includes('/panel')) return json({ code: 200, data: panel });
    if (path.includes('/journey')) return json({ code: 200, data: [], next: null });
    if (path.endsWith('res/leads/l-2')) return json({ ...lead, id: 'l-2', name: 'Who is kept' });
    if (path.includes('res/leads/') && merged) return json({ code: 404, message: 'Lead does not exist.' }, 404);
    return path.includes('res/leads/') ? json({ ...lead, city }) : undefined;
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}>
      <App>
        <MemoryRouter initialEntries={[`/lp/${lead.id}/conversion`]}>
          <Refine dataProvider={dataProvider} liveProvider={liveProvider} options={{ disableTelemetry: true }}>
            <Routes>
              <Route path="/lp/:id/:tab" element={<LeadPage />} />
            </Routes>
          </Refine>
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const changed = (more: object = {}): void => act(() => tellLive('changed', { resource: 'leads', ids: [lead.id], ...more }));
const note = (): Promise<HTMLTextAreaElement> => screen.findByRole('textbox', { name: 'Note' });

it('the lead page shows what someone else changes of the lead', async () => {
  await screen.findByText('Pune');
  city = 'Nagpur';
  changed();
  expect(await screen.findByText('Nagpur')).toBeTruthy();
});

it('a note that is being written goes on at the lead into which this one was merged', async () => {
  fireEvent.change(await note(), { target: { value: 'Father asks for the hostel fee' } });
  merged = true;
  changed({ deleted: [lead.id] });
  await screen.findByRole('heading', { level: 1, name: 'Who is kept' });
  await waitFor(async () => expect((await note()).value).toBe('Father asks for the hostel fee'));
});
