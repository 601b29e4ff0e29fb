import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { pageNote } from '../../src/resources/page-note';
import ResourceForm from '../../src/resources/form/resource-form';
import { resourceNamed } from '../../src/schemas/kit/all';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { PageFrame } from '../../src/ui/page/page-frame';
import { App } from './app-fixture';
import { compiledChunk } from '../support/compiled-chunk';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));
afterEach(cleanup);
const provider = { getApiUrl: () => '', getOne: () => Promise.reject(new Error('not asked')) } as unknown as DataProvider;

const form = (resource: AnyResource): void =>
  void render(
    <App>
      <MemoryRouter>
        <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
          <ResourceForm chunk={compiledChunk(resource)} as="page" onClose={() => undefined} onSaved={() => undefined} />
        </Refine>
      </MemoryRouter>
    </App>,
  );

it('the page of records without effect has a note under its title, other pages do not', () => {
  const frame = (name: string) => (
    <PageFrame title={name} note={pageNote(resourceNamed(name))}>
      {name}
    </PageFrame>
  );
  const { rerender } = render(frame('reconcile-batches'));
  expect(screen.getByText(/^Not active yet: lists are not matched with leads yet/)).toBeTruthy();
  rerender(frame('streams'));
  expect(screen.queryByText(/Not active yet/)).toBeNull();
});

it('a field without effect has a note, for screen readers too', async () => {
  const streams = resourceNamed('streams');
  form({ ...streams, later: { noted: { name: 'nobody reads the name of a stream' } } });
  const field = await screen.findByLabelText(/^Name/);
  const said = field.getAttribute('aria-describedby')!.split(' ');
  expect(said.map((id) => document.getElementById(id)?.textContent)).toContain(
    'Not active yet: nobody reads the name of a stream',
  );
});

it('a field that is not stored yet is not in the form', async () => {
  form(resourceNamed('users'));
  await screen.findByLabelText(/^Extension/);
  expect(screen.queryByLabelText(/^Team roles/)).toBeNull();
});
