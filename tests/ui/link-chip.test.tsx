import { Refine } from '@refinedev/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../src/kinds/every-kind';
import { dataProvider } from '../../src/providers/data-provider';
import { setWho } from '../../src/providers/session/who';
import { FilterChips } from '../../src/resources/list/filter-chips';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import type { ListFilter } from '../../src/schemas/kit/list-query';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { leadSources } from '../../src/schemas/settings/lead-sources';
import { streams } from '../../src/schemas/settings/streams';
import { deskNotes } from '../fixtures/desk-notes';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

const chunks: Readonly<Record<string, AnyResource>> = { streams, 'lead-sources': leadSources };
vi.mock('virtual:manifest', () => ({
  manifest: [],
  loadChunk: (name: string) => Promise.resolve({ resource: chunks[name] }),
}));

const notes: AnyResource = {
  ...deskNotes,
  options: { about_id: { by: 'about', of: { lead: 'lead-sources', college: 'streams' } } },
};
let asked: Asked[];
beforeEach(() => {
  freshBrowser();
  signedIn({ role: 1 });
  setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
  const found = [{ id: 's7', name: 'Marine engineering' }];
  asked = stubNetwork(({ path }) => json(/stream/.test(path) ? found : []));
});
afterEach(cleanup);

const show = (filters: readonly ListFilter[]): unknown =>
  render(
    <App>
      <MemoryRouter>
        <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
          <FilterChips resource={notes} filters={filters} change={() => {}} onClear={() => {}} />
        </Refine>
      </MemoryRouter>
    </App>,
  );
const link: ListFilter = { field: 'about_id', operator: 'eq', values: ['s7'] };

it('the chip of a link shows the name of the record, whichever resource it is of', async () => {
  show([link]);
  expect((await screen.findByTitle('Record: Marine engineering')).textContent).toBe('Record Marine engineering');
  expect(asked.some(({ path }) => /lead-?source/.test(path))).toBe(true);
});

it('a filter of the field that chooses the resource saves the other requests', async () => {
  show([{ field: 'about', operator: 'eq', values: ['college'] }, link]);
  await screen.findByTitle('Record: Marine engineering');
  expect(asked.some(({ path }) => /lead-?source/.test(path))).toBe(false);
});
