import { Refine, type DataProvider } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResourceChunk } from '../../src/providers/screens/resource-chunk';
import { formFields, mostMounted, sectionsOf } from '../../src/resources/form/form-fields';
import ResourceForm from '../../src/resources/form/resource-form';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { gatherCustom, spreadCustom, withCustomFields } from '../../src/schemas/kit/custom-fields';
import { checkCustomValues, type CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import { lockedWith, rulesFor } from '../../src/schemas/kit/field-rules';
import { problem } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { compiledChunk } from '../support/compiled-chunk';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));

const college = {
  id: 7,
  clg_id: 7,
  clg_name: 'Wadia',
  lead_push_key: '••••9f3a',
  seats: 60,
  status: 1,
  row_version: 3,
  _labels: {},
};
const getOne = vi.fn();
const update = vi.fn();
const create = vi.fn();
const provider = { getApiUrl: () => '', getOne, getList: () => Promise.resolve({ data: [], total: 0 }), update, create };
const onSaved = vi.fn();
beforeEach(() => {
  vi.resetAllMocks();
  getOne.mockResolvedValue({ data: college });
});
afterEach(cleanup);

const specs: CustomFieldSpec[] = [
  { key: 'library', label: 'Library', type: 'checkbox' },
  { key: 'beds', label: 'Beds', type: 'number', min: 1, required: true, depends_on: { field: 'library', values: ['true'] } },
  { key: 'tier', label: 'Tier', type: 'select', options: ['One', 'Two'], default_value: 'Two', show_in_list: true },
  { key: 'gone', label: 'Gone', type: 'text', status: 0 },
];

function chunkOf(name: string, change: (resource: AnyResource) => AnyResource = (one) => one): ResourceChunk {
  const base = resourceNamed(name);
  return {
    ...compiledChunk(base),
    resource: change(base),
    checkCustom: (draft) =>
      checkCustomValues(
        specs.filter((one) => one.status !== 0),
        Object.fromEntries(
          Object.entries(draft).flatMap(([key, value]) => (key.startsWith('custom.') ? [[key.slice(7), value]] : [])),
        ),
        () => true,
      ).errors,
  };
}
const withCustom = (resource: AnyResource): AnyResource => withCustomFields(resource, specs);

function show(chunk: ResourceChunk, id?: string, client?: QueryClient): void {
  render(
    <App>
      <MemoryRouter>
        <Refine
          dataProvider={provider as unknown as DataProvider}
          options={{ disableTelemetry: true, ...(client ? { reactQuery: { clientConfig: client } } : {}) }}
        >
          <ResourceForm chunk={chunk} {...(id ? { id } : {})} as="page" onClose={() => undefined} onSaved={onSaved} />
        </Refine>
      </MemoryRouter>
    </App>,
  );
}
const submit = (): void => document.querySelector('form')!.requestSubmit();
const type = (label: RegExp, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Waits for the stored college and for the fields that are rendered after the first ones. */
const wholeCollege = async (): Promise<void> => {
  await screen.findByDisplayValue('Wadia');
  await screen.findByLabelText(/^Seats/);
};

describe('a secret', () => {
  it('is never shown: it can be set, replaced after a click on Replace, and removed', async () => {
    show(chunkOf('colleges'), '7');
    await wholeCollege();
    expect(screen.getByText('Set: ••••9f3a')).toBeTruthy();
    type(/^Seats/, '80');
    update.mockResolvedValue({ data: college });
    submit();
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(update.mock.calls[0]![0].variables).toEqual({ seats: 80, row_version: 3 });
    fireEvent.click(screen.getByRole('button', { name: 'Replace' }));
    const box = screen.getByPlaceholderText('The new value') as HTMLInputElement;
    expect([box.type, box.value]).toEqual(['password', '']);
    fireEvent.change(box, { target: { value: 'new key' } });
    submit();
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(update.mock.calls[1]![0].variables).toMatchObject({ lead_push_key: 'new key' });
    fireEvent.click(screen.getByRole('button', { name: 'Keep the old one' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    submit();
    await waitFor(() => expect(update).toHaveBeenCalledTimes(3));
    expect(update.mock.calls[2]![0].variables).toMatchObject({ lead_push_key: null });
  });
});

describe('someone else saved first', () => {
  it('the value of each field is chosen separately', async () => {
    show(chunkOf('colleges'), '7');
    await wholeCollege();
    type(/^Seats/, '80');
    type(/^Short name/, 'W');
    const current = { ...college, seats: 90, short_name: 'Wad', row_version: 4 };
    update.mockRejectedValueOnce(problem(409, 'Changed', [], { current }));
    update.mockResolvedValueOnce({ data: current });
    submit();
    fireEvent.click(await screen.findByRole('radio', { name: 'Short name: saved' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save chosen values' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(update.mock.calls[1]![0].variables).toEqual({ seats: 80, row_version: 4 });
  });
});

describe('custom fields', () => {
  it('D-136 are shown, hidden by other fields, checked, and sent', async () => {
    create.mockResolvedValue({ data: { id: 8 } });
    show(chunkOf('colleges', withCustom));
    await screen.findByLabelText(/^Library/);
    expect(screen.queryByLabelText(/^Beds/)).toBeNull();
    expect(screen.queryByLabelText(/^Gone/)).toBeNull();
    type(/^Name/, 'Modern');
    fireEvent.click(screen.getByLabelText(/^Library/));
    await screen.findByLabelText(/^Beds/);
    submit();
    const wrong = await screen.findByText('Beds is required');
    expect(wrong.id).toBe('root_custom.beds-error');
    await waitFor(() => expect(document.activeElement?.id).toBe('root_custom.beds'));
    type(/^Beds/, '40');
    submit();
    await waitFor(() => expect(create).toHaveBeenCalled());
    expect(create.mock.calls[0]![0].variables).toMatchObject({
      clg_name: 'Modern',
      'custom.library': true,
      'custom.beds': 40,
      'custom.tier': 'Two',
    });
  });

  it('show the server’s message under the field', async () => {
    create.mockRejectedValue(problem(409, 'Taken', [{ path: 'custom.tier', message: 'Tier is already taken' }]));
    show(chunkOf('colleges', withCustom));
    await screen.findByLabelText(/^Library/);
    type(/^Name/, 'Modern');
    submit();
    expect((await screen.findByText('Tier is already taken')).id).toBe('root_custom.tier-error');
  });

  it('travel as one object and come back as fields', () => {
    const row = { id: 1, custom: { library: true, beds: 4 } };
    expect(spreadCustom(row)).toEqual({ ...row, 'custom.library': true, 'custom.beds': 4 });
    expect(gatherCustom({ name: 'x', 'custom.beds': null })).toEqual({ name: 'x', custom: { beds: null } });
  });

  it('are list columns, filters and sort orders as their definition says', () => {
    const full = withCustom(resourceNamed('colleges'));
    expect(full.columns).toContain('custom.tier');
    expect(full.columns).not.toContain('custom.beds');
    expect(full.filter).toEqual(expect.arrayContaining(['custom.tier', 'custom.beds', 'custom.library']));
    expect(full.sort).toContain('custom.beds');
    expect(withCustom(resourceNamed('colleges'))).toBe(full);
  });
});

describe('field rules of a role', () => {
  const rules = [
    { resource: 'colleges', field: 'seats', rule: 'read_only' },
    { resource: 'colleges', field: 'code', rule: 'hidden' },
    { resource: 'colleges', field: 'commission.value', rule: 'hidden' },
    { resource: 'colleges', field: 'custom.tier', rule: 'masked' },
  ] as const;
  const locked = (resource: AnyResource): AnyResource => {
    const full = withCustom(resource);
    return lockedWith(full, rulesFor(full, rules));
  };

  it('TRUST-S4 remove hidden fields from form, list and filter, and lock the others', async () => {
    show(chunkOf('colleges', locked), '7');
    await wholeCollege();
    expect(screen.queryByLabelText(/^Code/)).toBeNull();
    expect((screen.getByLabelText(/^Seats/) as HTMLInputElement).disabled).toBe(true);
    expect(document.getElementById('root_commission.type')).toBeTruthy();
    expect(document.getElementById('root_commission.value')).toBeNull();
    const seen = locked(resourceNamed('colleges'));
    expect(seen.columns).not.toContain('custom.tier');
    expect(seen.filter).not.toContain('custom.tier');
    type(/^Short name/, 'W');
    update.mockResolvedValue({ data: college });
    submit();
    await waitFor(() => expect(update).toHaveBeenCalled());
    expect(update.mock.calls[0]![0].variables).toEqual({ short_name: 'W', row_version: 3 });
  });

  it('leave fields that cannot be set out of a new record', () => {
    const fields = sectionsOf(locked(resourceNamed('colleges')), {}, false).flatMap((section) => section.fields);
    for (const { field } of rules) expect(fields).not.toContain(field);
    expect(fields).toContain('clg_name');
  });
});

describe('every form', () => {
  it.each(resources.filter((one) => one.access !== 'nobody').map((one) => [one.name, one] as const))(
    'of %s opens with at most forty fields, and leaves none out',
    (_, resource) => {
      const sections = sectionsOf(resource, {});
      const open = sections.filter((section) => !section.folded).flatMap((section) => section.fields);
      expect(open.length).toBeLessThanOrEqual(mostMounted);
      const all = sections.flatMap((section) => section.fields);
      expect(new Set(all).size).toBe(all.length);
      const hidden = formFields(resource).filter((name) => !all.includes(name));
      const conditional = (resource.when ?? []).flatMap((rule) => ('show' in rule ? rule.show : []));
      // A field that another field's widget writes (the order of a form's questions) is part of that one.
      const alone = hidden.filter((name) => !all.includes(resource.ui?.[name]?.with ?? ''));
      expect(alone.filter((name) => !conditional.includes(name))).toEqual([]);
    },
  );
});
