// @vitest-environment happy-dom
import { Refine } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import './every-part';
import { kindAt } from '../../src/kinds/kind-of';
import { dataProvider } from '../../src/providers/data-provider';
import { formFields } from '../../src/resources/form/form-fields';
import ResourceForm from '../../src/resources/form/resource-form';
import { textOf, valueOf } from '../../src/resources/kind-looks';
import { FilterValue } from '../../src/resources/list/filter-value';
import { filterText } from '../../src/resources/list/filter-words';
import { ListCards } from '../../src/resources/list/list-cards';
import { columnOf, offeredColumns } from '../../src/resources/list/list-columns';
import { titleOf } from '../../src/schemas/kit/resource';
import { compiledChunk } from '../support/compiled-chunk';
import { App } from '../ui/app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from '../ui/browser-fixture';
import { sampled } from './sampled';

vi.mock('virtual:manifest', async () => {
  const { leadSources } = await import('../../src/schemas/settings/lead-sources');
  return {
    manifest: [],
    loadChunk: async () => ({ resource: leadSources, validate: () => [] }),
    loadFormParts: async () => ({}),
  };
});
beforeEach(() => {
  freshBrowser('/config/things/add');
  signedIn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Around = ({ children }: { children: ReactNode }): ReactNode => (
  <App>
    <MemoryRouter>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
        {children}
      </Refine>
    </MemoryRouter>
  </App>
);

// What the browser promises of every field kind; contract.test.ts has the server's half.
describe.each(sampled.map((one) => [one.kind, one] as const))('%s', (_, { kind: kindName, resource, name, sample }) => {
  const { kind } = kindAt(resource, name);
  const label = sample.of ? sample.values[0] : undefined;
  const labels = typeof label === 'string' || Array.isArray(label) ? { _labels: { [name]: label } } : {};
  const row = { id: '1', row_version: 1, title: 'First', note: 'n', ...sample.record, [name]: sample.values[0], ...labels };
  const cell = sample.cell ?? sample.text;

  it('is read in words, in a list and on the record', async () => {
    expect(textOf(resource, name, row)).toBe(sample.words ?? sample.text);
    const value = <Around>{valueOf(resource, name, row)}</Around>;
    const { container } = render(value);
    await waitFor(() => expect(container.textContent).toBe(sample.onRecord ?? cell)); // some load with their first look
    cleanup();
    render(<div data-testid="empty">{valueOf(resource, name, { id: '1' })}</div>);
    if (!kind.writeOnly) expect(screen.getByTestId('empty').textContent).toBe('–');
  });

  it('is on the card of a phone', () => {
    const columns = offeredColumns(resource)
      .filter((column) => column === 'title' || column === name)
      .map((column, at) => columnOf(resource, column, at === 0));
    render(<ListCards rows={[row]} keyOf={({ id }) => id} columns={columns} named="title" />);
    const card = screen.getByRole('listitem');
    expect(card.textContent).toContain('First');
    expect(card.textContent?.includes(titleOf(resource, name))).toBe(!kind.pageOnly);
    if (!kind.pageOnly) expect(card.textContent).toContain(cell);
  });

  it('has a control for its filter, and words for the chip', () => {
    if (!resource.filter) return;
    for (const operator of kind.operators) {
      const { container } = render(
        <App>
          <FilterValue resource={resource} field={name} operator={operator} values={[]} onChange={() => {}} />
        </App>,
      );
      if (operator === 'null' || operator === 'nnull') expect(container.querySelector('input, button, select')).toBeNull();
      else expect(container.querySelector('input, button, select, [role="combobox"]')).not.toBeNull();
      cleanup();
    }
    if (sample.filter?.[0] === 'eq') {
      const [operator, value] = sample.filter;
      expect(filterText(resource, { field: name, operator, values: [value] })).not.toMatch(/^–?$/);
    }
  });

  it('is edited in the form, under its label', async () => {
    if (!formFields(resource).includes(name)) return;
    const asked = stubNetwork(() => json(row));
    render(
      <Around>
        <ResourceForm chunk={compiledChunk(resource)} as="page" onClose={() => {}} onSaved={() => {}} />
      </Around>,
    );
    fireEvent.change(await screen.findByLabelText(/^Title/), { target: { value: 'New' } });
    const isIts = (one: HTMLElement): boolean =>
      one.querySelector('label')?.textContent?.startsWith(titleOf(resource, name)) ?? false;
    const box = [...document.querySelectorAll<HTMLElement>('.p-field')].find(isIts)!;
    expect(box.dataset['kind']).toBe(kindName);
    const [, value] = sample.typed ?? sample.picked ?? [];
    if (value === undefined) return;
    if (sample.typed) {
      const control = within(box).getByLabelText(new RegExp(`^${titleOf(resource, name)}`));
      fireEvent.change(control, { target: { value: sample.typed[0] } });
      fireEvent.blur(control);
    }
    if (sample.picked) fireEvent.click(within(box).getByLabelText(sample.picked[0]));
    fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'n' } });
    document.querySelector('form')!.requestSubmit();
    await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
    expect(asked.at(-1)).toMatchObject({ body: { title: 'New', [name]: value } });
  });
});
