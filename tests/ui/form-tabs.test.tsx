import { Refine } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataProvider } from '../../src/providers/data-provider';
import { RecordGroups } from '../../src/resources/detail/record-groups';
import { listSearch } from '../../src/resources/detail/tab-in-address';
import ResourceForm from '../../src/resources/form/resource-form';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import { bedRequests } from '../fixtures/bed-requests';
import { compiledChunk } from '../support/compiled-chunk';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

vi.mock('virtual:manifest', () => ({
  manifest: [{ name: 'bed-requests' }],
  loadChunk: async () =>
    (await import('../support/compiled-chunk')).compiledChunk((await import('../fixtures/bed-requests')).bedRequests),
}));
beforeEach(() => {
  freshBrowser();
  signedIn({ role: 1 });
});
afterEach(cleanup);

let address = '';
const Address = (): ReactNode => {
  const { search } = useLocation();
  useEffect(() => {
    address = search;
  }, [search]);
  return null;
};
const Around = ({ children, at = '/' }: { children: ReactNode; at?: string }): ReactNode => (
  <App>
    <MemoryRouter initialEntries={[at]}>
      <Address />
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
        {children}
      </Refine>
    </MemoryRouter>
  </App>
);
const isOpen = (name: RegExp): string | null => screen.getByRole('tab', { name }).getAttribute('aria-selected');

it('a mistake opens and marks its tab, and the others keep what was typed', async () => {
  const asked = stubNetwork(() => json({ id: '1' }));
  render(
    <Around>
      <ResourceForm chunk={compiledChunk(bedRequests)} as="page" onClose={() => {}} onSaved={() => {}} />
    </Around>,
  );
  await screen.findByRole('tab', { name: 'Stay' });
  expect(isOpen(/^Stay/)).toBe('true');
  fireEvent.change(screen.getByLabelText(/^Student/), { target: { value: 'Asha' } });
  fireEvent.change(screen.getByLabelText(/^Branch/), { target: { value: 'Pune' } });
  document.querySelector('form')!.requestSubmit();
  await waitFor(() => expect(isOpen(/^Money/)).toBe('true'));
  expect(screen.getByRole('tab', { name: 'Money has a mistake' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Stay' })).toBeTruthy();
  const fee = screen.getByLabelText(/^Fee/);
  fireEvent.change(fee, { target: { value: '42000' } });
  fireEvent.blur(fee);
  document.querySelector('form')!.requestSubmit();
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
  expect(asked.at(-1)).toMatchObject({ body: { student: 'Asha', branch: 'Pune', fee: 42000 } });
});

it('a tab of a long form is built when it opens, with all its sections in sight, and a mistake in it is found before', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `field_${i}`);
  const long = defineResource({
    name: 'bed-requests',
    label: 'Long one',
    access: 'org',
    fields: {
      type: 'object',
      required: ['field_59'],
      additionalProperties: false,
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1, maxLength: 20 } as const])),
    },
    groups: [
      { title: 'Home', tab: 'Places', fields: names.slice(0, 15) },
      { title: 'Office', tab: 'Places', fields: names.slice(15, 30) },
      { title: 'Fees', tab: 'Money', fields: names.slice(30, 45) },
      { title: 'Refunds', tab: 'Money', fields: names.slice(45) },
    ],
    examples: [],
  });
  render(
    <Around>
      <ResourceForm chunk={compiledChunk(long)} as="page" onClose={() => {}} onSaved={() => {}} />
    </Around>,
  );
  await screen.findByRole('tab', { name: 'Places' });
  await waitFor(() => expect(screen.getAllByRole('textbox')).toHaveLength(30));
  fireEvent.change(screen.getByLabelText('Field 20'), { target: { value: 'Pune' } });
  document.querySelector('form')!.requestSubmit();
  await waitFor(() => expect(isOpen(/^Money/)).toBe('true'));
  await waitFor(() => expect(document.activeElement?.id).toBe('root_field_59'));
  expect(screen.getByText('Refunds', { selector: 'h2' })).toBeTruthy();
  expect(document.querySelectorAll('.p-section-fold')).toHaveLength(0);
  fireEvent.click(screen.getByRole('tab', { name: 'Places' }));
  expect(screen.getByLabelText('Field 20')).toHaveProperty('value', 'Pune');
});

it('the open tab of a record stands in its address, and not in that of the list', async () => {
  const row = { id: '1', student: 'Asha', block: 'North', fee: 42000, paid: true };
  render(
    <Around at="/config/bed-requests/1?block=North&open-tab=Money">
      <RecordGroups resource={bedRequests} row={row} />
    </Around>,
  );
  await screen.findByRole('tab', { name: 'Money' });
  expect(isOpen(/^Money/)).toBe('true');
  expect(screen.getByText('Student', { selector: 'h2' })).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Stay' }));
  expect(isOpen(/^Stay/)).toBe('true');
  expect(new URLSearchParams(address).get('open-tab')).toBe('Stay');
  expect(listSearch(address)).toBe('?block=North');
});

it('tabs with nothing to choose between are refused at the start', () => {
  const wrong = (tab: unknown): string => {
    try {
      checkResource({ ...bedRequests, groups: [{ title: 'Room', fields: ['block'], tab }] } as AnyResource);
    } catch (error) {
      return String(error);
    }
    return '';
  };
  expect(wrong('Stay')).toMatch(/groups: 'Stay' is the only tab; give other groups another one, or remove it/);
  expect(wrong('')).toMatch(/groups\.0\.tab: must say what stands on the tab; write tab: 'Fees'/);
});
