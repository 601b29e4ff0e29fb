import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import PaletteHost from '../../src/custom/palette/palette-host';
import { SearchButton } from '../../src/custom/palette/search-button';
import { declareSubjects } from '../../src/providers/rights';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { useKeys } from '../../src/ui/actions/use-keys';
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
function PageWithKeys(): ReactNode {
  const next = (): void => undefined;
  useKeys({ j: ['Next row', next], ArrowDown: ['Next row', next], e: ['Edit'], n: undefined });
  return null;
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
          <SearchButton />
          <PageWithKeys />
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

it('finds only screens that the user may open, and Enter goes there', async () => {
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

it('a button of the header opens it, and closing returns the focus to the button', async () => {
  const button = screen.getByRole('button', { name: 'Search screens, leads and actions' });
  expect(button.textContent).toBe('Search leads, screensCtrl K');
  button.focus();
  fireEvent.click(button);
  const box = await screen.findByRole('combobox', { name: 'Screen, lead or action' });
  fireEvent.keyDown(box, { key: 'Escape', keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

it('the question mark lists the keys of the page, those that do the same in one line', async () => {
  fireEvent.keyDown(screen.getByRole('button', { name: 'Search screens, leads and actions' }), { key: '?', shiftKey: true });
  const list = await screen.findByRole('dialog', { name: 'Keys of this page' });
  const lines = [...list.querySelectorAll('dl > div')].map((line) => line.textContent);
  expect(lines).toEqual(['j↓Next row', 'eEdit', '?Keys of this page', 'Ctrl KSearch screens, leads and actions']);
});

it('the question mark is typed where someone types', async () => {
  const box = await type('');
  fireEvent.keyDown(box, { key: '?', shiftKey: true });
  expect(screen.queryByRole('dialog', { name: 'Keys of this page' })).toBeNull();
});
