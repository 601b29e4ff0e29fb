import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { declareSubjects } from '../../src/providers/rights';
import { setWho } from '../../src/providers/session/who';
import { RecordHead } from '../../src/resources/detail/record-head';
import ResourceForm from '../../src/resources/form/resource-form';
import { ResourceList } from '../../src/resources/list/resource-list';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { bedRequests } from '../fixtures/bed-requests';
import { compiledChunk } from '../support/compiled-chunk';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

vi.mock('virtual:manifest', () => ({
  manifest: [{ name: 'bed-requests' }],
  loadChunk: async () =>
    (await import('../support/compiled-chunk')).compiledChunk((await import('../fixtures/bed-requests')).bedRequests),
}));

/** With everything that a row can offer: a switch, states, a call of its own. */
const requests: AnyResource = {
  ...bedRequests,
  fields: {
    ...bedRequests.fields,
    properties: {
      ...bedRequests.fields.properties,
      status: { type: 'integer', enum: [0, 1], default: 1 },
      stage: { type: 'string', enum: ['asked', 'given'], default: 'asked' },
    },
  },
  states: { field: 'stage', moves: [{ from: 'asked', to: 'given', label: 'Give the bed' }] },
  actions: {
    remind: { wire: 'POST bed-requests/{id}/reminder', as: 'update', offers: [{ label: 'Remind', look: 'plain' }] },
    letter: { wire: 'GET bed-requests/{id}/letter', as: 'read', offers: [{ label: 'Letter', look: 'plain' }] },
  },
};
const row = (id: string, student: string, mine: boolean) => ({
  id,
  student,
  block: 'North',
  fee: 1,
  status: 1,
  stage: 'asked',
  row_version: 1,
  _may_change: mine,
});
declareSubjects([{ name: bedRequests.name, access: bedRequests.access }]);
const rows = [row('1', 'Mine', true), row('2', 'Theirs', false)];
const provider = {
  getApiUrl: () => '',
  getList: () => Promise.resolve({ data: rows, total: 2, totalExact: true }),
  getOne: ({ id }: { id: string }) => Promise.resolve({ data: rows.find((one) => one.id === id) }),
} as unknown as DataProvider;

beforeEach(() => {
  freshBrowser();
  signedIn({ role: 1 });
  setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
  const views = { views: [], columns: null, role_columns: null, default_view: null, pinned: [] };
  stubNetwork(({ path }) =>
    path.endsWith('/duplicate') ? json(row('3', 'Theirs (copy)', false)) : json({ code: 200, data: views }),
  );
});
afterEach(cleanup);

let address = '';
function Address(): ReactNode {
  const { pathname } = useLocation();
  useEffect(() => {
    address = pathname;
  }, [pathname]);
  return null;
}
const show = (children: ReactNode): unknown =>
  render(
    <App>
      <MemoryRouter initialEntries={['/config/bed-requests']}>
        <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
          {children}
          <Address />
        </Refine>
      </MemoryRouter>
    </App>,
  );

it('a list offers nothing that changes a row which this person only reads', async () => {
  show(<ResourceList resource={requests} />);
  const [mine, theirs] = await Promise.all(
    ['Mine', 'Theirs'].map((name) => screen.findByRole('row', { name: new RegExp(name) })),
  );
  const offered = (one: HTMLElement | undefined): string[] =>
    within(one!)
      .queryAllByRole('button')
      .concat(within(one!).queryAllByRole('link'))
      .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '');
  expect(offered(mine)).toEqual(
    expect.arrayContaining(['Edit Mine', 'Deactivate Mine', 'Delete Mine', 'Change Block', 'Change Fee']),
  );
  expect(offered(theirs)).toEqual(['Theirs']);
  // its key does nothing there
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(address).toBe('/config/bed-requests');
});

it('a record offers what reads it, and a copy that may not be changed is shown', async () => {
  show(<RecordHead resource={requests} row={rows[1]!} name="Theirs" />);
  const names = (): unknown[] =>
    screen.queryAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'));
  await waitFor(() => expect(names()).toContain('Letter'));
  expect(names()).toEqual(['More', 'Letter']);
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Duplicate']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(address).toBe('/config/bed-requests/3'));
  cleanup();
  show(<RecordHead resource={requests} row={rows[0]!} name="Mine" />);
  await screen.findByRole('button', { name: 'Give the bed' });
  expect(names()).toEqual(['More', 'Give the bed', 'Remind', 'Letter', 'Deactivate', 'Edit']);
});

it('its form, reached by address, says so and has nothing to save', async () => {
  show(<ResourceForm chunk={compiledChunk(bedRequests)} id="2" as="page" onClose={() => {}} onSaved={() => {}} />);
  await screen.findByText('You cannot change this bed request');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  expect(document.querySelector('form.p-form')).toBeNull();
});
