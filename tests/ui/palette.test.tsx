// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import PaletteHost from '../../src/custom/palette/palette-host';
import { declareSubjects } from '../../src/providers/rights';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth } from './browser-fixture';

const named = [
  { title: 'Leads', path: '/leads', subject: 'leads' },
  { title: 'Lead stages', path: '/config/lead-stages', subject: 'lead-stages' },
  { title: 'My account', path: '/profile', subject: '/profile' },
];
declareSubjects([{ name: '/profile', access: 'signed-in' }]);
function Place(): ReactNode {
  return <p data-testid="place">{useLocation().pathname}</p>;
}
beforeEach(() => {
  freshBrowser('/dashboard');
  windowWidth(1366);
  signedIn();
  setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'LEADS', level: [1, 6] }]) });
  stubNetwork(({ path }) =>
    path.startsWith('res/leads?q=98220') ? json([{ id: 'l-1', name: 'Asha Menon', phone: '9822012345' }]) : undefined,
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter initialEntries={['/dashboard']}>
          <PaletteHost named={named} />
          <Place />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
async function type(text: string): Promise<HTMLElement> {
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  const box = await screen.findByRole('combobox', { name: 'Screen, lead or action' });
  fireEvent.change(box, { target: { value: text } });
  return box;
}
const hits = (): string[] => screen.queryAllByRole('option').map((one) => one.textContent!);

it('finds only the screens one may open, and Enter goes there', async () => {
  const box = await type('lead');
  expect(hits()).toEqual(['LeadsScreen']);
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/leads'));
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('finds a lead by its phone', async () => {
  const box = await type('98220');
  await waitFor(() => expect(hits()).toEqual(['Asha Menon · 98220 12345Lead']));
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/lp/l-1/conversion'));
});
