import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, render, screen } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setWho } from '../../src/providers/session/who';
import { ResourceList } from '../../src/resources/list/resource-list';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { windowWidth } from './browser-fixture';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));

let row: object;
const leave = { id: 'l1', from_date: '2026-03-10', to_date: '2026-03-11', reason: 'Family', state: 'pending', row_version: 1 };
const provider = {
  getApiUrl: () => '',
  getList: () => Promise.resolve({ data: [row], total: 1, totalExact: true }),
} as unknown as DataProvider;

beforeEach(() => {
  row = leave;
  setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
  windowWidth(390);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a card has the record’s display text as its title, and the first other columns below it', async () => {
  const leaves = resourceNamed('leaves');
  expect([leaves.display, leaves.columns?.[0]]).toEqual(['reason', 'from_date']);
  render(
    <App>
      <MemoryRouter initialEntries={['/employee/leave']}>
        <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
          <ResourceList resource={leaves} />
        </Refine>
      </MemoryRouter>
    </App>,
  );
  expect((await screen.findByText('Family')).closest('.p-card-name')).not.toBeNull();
  const facts = [...document.querySelectorAll('.p-card-facts > span')].map((one) => one.firstChild?.textContent);
  expect(facts).toEqual(['From', 'User', 'Type']);
});

it('a card of a college shows its figures too, each with the leads that it counts', async () => {
  row = { id: 7, clg_id: 7, clg_name: 'Fergusson', leads_this_month: 12, applications: 3, enrolled: 0, row_version: 1 };
  render(
    <App>
      <MemoryRouter initialEntries={['/college-list']}>
        <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
          <ResourceList resource={resourceNamed('colleges')} />
        </Refine>
      </MemoryRouter>
    </App>,
  );
  await screen.findByText('Fergusson');
  const facts = [...document.querySelectorAll('.p-card-facts > span')].map((one) => one.firstChild?.textContent);
  expect(facts).toEqual(['Code', 'City', 'State', 'Leads this month', 'Applications', 'Enrolled']);
  const leadsOf = (count: string): string | null => screen.getByRole('link', { name: count }).getAttribute('href');
  expect(leadsOf('12')).toMatch(/^\/leads\?type=all&cell=L1%3B.*any_college%3D7$/);
  expect(leadsOf('3')).toMatch(/^\/leads\?type=all&cell=P2%3B.*college%3D7$/);
  expect(screen.queryByRole('link', { name: '0' })).toBeNull(); // there is nothing to open
});
