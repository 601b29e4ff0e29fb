// @vitest-environment happy-dom
import { Refine } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { dataProvider } from '../../src/providers/data-provider';
import ResourceForm from '../../src/resources/form/resource-form';
import { textOf } from '../../src/resources/kind-looks';
import { DataTable } from '../../src/resources/list/data-table';
import { FilterValue } from '../../src/resources/list/filter-value';
import { columnOf, offeredColumns } from '../../src/resources/list/list-columns';
import { donors } from '../fixtures/donors';
import { compiledChunk } from '../support/compiled-chunk';
import { App } from '../ui/app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from '../ui/browser-fixture';

vi.mock('virtual:manifest', async () => {
  const { donors: resource } = await import('../fixtures/donors');
  return { manifest: [], loadChunk: async () => ({ resource, validate: () => [] }) };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const row = { id: '1', name: 'Asha', blood: 'B+' };

it('a table shows the value in the way the kind defines', () => {
  const columns = offeredColumns(donors).map((name, at) => columnOf(donors, name, at === 0));
  render(<DataTable label="Donors" rows={[row]} keyOf={({ id }) => id} columns={columns} sort={[]} onSort={() => {}} />);
  expect(screen.getByRole('columnheader', { name: /Blood group/ })).toBeTruthy();
  expect(screen.getByText('B+').tagName).toBe('MARK');
  expect(textOf(donors, 'blood', row)).toBe('Group B+');
});

it('a filter uses the control of the kind', () => {
  const chosen = vi.fn();
  render(<FilterValue resource={donors} field="blood" operator="eq" values={[]} onChange={chosen} />);
  fireEvent.change(screen.getByRole('combobox', { name: 'Blood group' }), { target: { value: 'O-' } });
  expect(chosen).toHaveBeenCalledWith(['O-']);
});

it('a form uses the control of the kind', async () => {
  freshBrowser('/config/donors/add');
  signedIn();
  const asked = stubNetwork(() => json(row));
  render(
    <App>
      <MemoryRouter>
        <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
          <ResourceForm chunk={compiledChunk(donors)} as="page" onClose={() => {}} onSaved={() => {}} />
        </Refine>
      </MemoryRouter>
    </App>,
  );
  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Asha' } });
  const control = screen.getByRole('combobox', { name: /Blood group/ });
  expect(control.closest('[data-kind]')?.getAttribute('data-kind')).toBe('blood-group');
  fireEvent.change(control, { target: { value: 'B+' } });
  document.querySelector('form')!.requestSubmit();
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
  expect(asked.at(-1)).toMatchObject({ path: 'res/donors', body: { name: 'Asha', blood: 'B+' } });
});
