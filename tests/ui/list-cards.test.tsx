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

const leave = { id: 'l1', from_date: '2026-03-10', to_date: '2026-03-11', reason: 'Family', state: 'pending', row_version: 1 };
const provider = {
  getApiUrl: () => '',
  getList: () => Promise.resolve({ data: [leave], total: 1, totalExact: true }),
} as unknown as DataProvider;

beforeEach(() => {
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
