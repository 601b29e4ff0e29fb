import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ResourceForm from '../../src/resources/form/resource-form';
import { recordsIn } from '../../src/schemas/kit/is-record';
import { stays } from '../fixtures/stays';
import { compiledChunk } from '../support/compiled-chunk';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));

const lunch = { what: 'Lunch', from: null, until: '2030-05-01', added_by: 'u1' };
const stay = { id: 'a1', name: 'Spring', day: '2030-05-01', meals: [lunch], row_version: 3, _labels: {} };
const create = vi.fn();
const update = vi.fn();
const provider = {
  getApiUrl: () => '',
  getOne: () => Promise.resolve({ data: stay }),
  create,
  update,
} as unknown as DataProvider;
const onSaved = vi.fn();

beforeEach(() => vi.resetAllMocks());
afterEach(cleanup);

async function show(id?: string): Promise<HTMLElement> {
  render(
    <App>
      <MemoryRouter>
        <Refine dataProvider={provider} options={{ disableTelemetry: true, warnWhenUnsavedChanges: true }}>
          <ResourceForm chunk={compiledChunk(stays)} {...(id ? { id } : {})} as="page" onClose={vi.fn()} onSaved={onSaved} />
        </Refine>
      </MemoryRouter>
    </App>,
  );
  return screen.findByLabelText(/^Name/);
}
const field = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[id$="meals.0.${name}"]`);
    expect(found).not.toBeNull();
    return found!;
  });
const type = (at: HTMLElement, value: string): void => void fireEvent.change(at, { target: { value } });
const submit = (): void => document.querySelector('form')!.requestSubmit();

describe('a field of a row that was emptied', () => {
  it('is sent as null in a new record, which the server leaves empty', async () => {
    create.mockResolvedValue({ data: { id: 'b2' } });
    type(await show(), 'Autumn');
    fireEvent.click(screen.getByRole('button', { name: /Add row/ }));
    const from = await field('from');
    type(from, '');
    submit();
    await waitFor(() => expect(create).toHaveBeenCalled());
    const [meal] = recordsIn(create.mock.calls[0]![0].variables.meals);
    expect(meal).toEqual({ from: null, until: null });
  });

  it('is no change of a stored record, and stays null when another field of the row changes', async () => {
    await show('a1');
    const what = await field('what');
    submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(update).not.toHaveBeenCalled();
    update.mockResolvedValue({ data: stay });
    type(what, 'Tea');
    submit();
    await waitFor(() => expect(update).toHaveBeenCalled());
    expect(update.mock.calls[0]![0].variables).toEqual({ meals: [{ ...lunch, what: 'Tea' }], row_version: 3 });
  });
});
