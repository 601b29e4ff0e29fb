import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResourceChunk } from '../../src/providers/screens/resource-chunk';
import ResourceForm from '../../src/resources/form/resource-form';
import { resourceNamed } from '../../src/schemas/kit/all';
import { problem } from '../../src/schemas/kit/problem';
import { unsavedForms } from '../../src/ui/fields/typed-fields';
import { compiledChunk } from '../support/compiled-chunk';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));

const stream = { id: 'a1', name: 'Engineering', status: 1, row_version: 3, _labels: {} };
const create = vi.fn();
const update = vi.fn();
const provider = {
  getApiUrl: () => '',
  getOne: () => Promise.resolve({ data: stream }),
  create,
  update,
} as unknown as DataProvider;
const onClose = vi.fn();
const onSaved = vi.fn();

beforeEach(() => vi.resetAllMocks());
afterEach(cleanup);

const chunkOf = (name: string): ResourceChunk => compiledChunk(resourceNamed(name));
async function show(id?: string): Promise<HTMLElement> {
  render(
    <App>
      <MemoryRouter>
        <Refine dataProvider={provider} options={{ disableTelemetry: true, warnWhenUnsavedChanges: true }}>
          <ResourceForm chunk={chunkOf('streams')} {...(id ? { id } : {})} as="page" onClose={onClose} onSaved={onSaved} />
        </Refine>
      </MemoryRouter>
    </App>,
  );
  return screen.findByLabelText(/^Name/);
}
const type = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } });
const submit = (): void => document.querySelector('form')!.requestSubmit();

describe('saving', () => {
  it('creates once, however often Save is pressed', async () => {
    let done: (answer: unknown) => void = () => undefined;
    create.mockReturnValue(new Promise((resolve) => (done = resolve)));
    type(await show(), 'Law');
    submit();
    submit();
    await waitFor(() => expect(create).toHaveBeenCalledTimes(1));
    submit();
    expect(create.mock.calls[0]![0]).toMatchObject({ resource: 'streams', variables: { name: 'Law', status: 1 } });
    done({ data: { id: 'b2' } });
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('asks about nothing unsaved once it was saved, also while the page is still being left', async () => {
    update.mockResolvedValue({ data: { ...stream, name: 'Law', row_version: 4 } });
    const name = await show('a1');
    type(name, 'Law');
    await waitFor(() => expect(unsavedForms.size).toBe(1));
    submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
    expect(unsavedForms.size).toBe(0);
    type(name, 'Law and order');
    await waitFor(() => expect(unsavedForms.size).toBe(1));
  });

  it('sends what changed and the version it was changed from', async () => {
    update.mockResolvedValue({ data: stream });
    type(await show('a1'), 'Engineering and design');
    submit();
    await waitFor(() => expect(update).toHaveBeenCalled());
    expect(update.mock.calls[0]![0]).toMatchObject({ id: 'a1', variables: { name: 'Engineering and design', row_version: 3 } });
    expect(update.mock.calls[0]![0].variables).not.toHaveProperty('status');
  });

  it('writes nothing when nothing changed', async () => {
    await show('a1');
    submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(update).not.toHaveBeenCalled();
  });

  it('shows a refusal at its field and clears it when the field changes', async () => {
    create.mockRejectedValue(problem(422, 'Name is already used', [{ path: 'name', message: 'Name is already used' }]));
    const name = await show();
    type(name, 'Engineering');
    submit();
    await screen.findByText('Name is already used');
    type(name, 'Engineering 2');
    await waitFor(() => expect(screen.queryByText('Name is already used')).toBeNull());
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('shows both versions when someone else saved first, and can overwrite theirs with mine', async () => {
    const current = { ...stream, name: 'Engg', row_version: 4, _labels: { updated_by: 'Meera D.' } };
    update.mockRejectedValueOnce(
      problem(409, 'Someone else has changed this record. Review their changes and save again.', [], { current }),
    );
    update.mockResolvedValueOnce({ data: current });
    type(await show('a1'), 'B.Tech');
    submit();
    await screen.findByText(/Meera D\. saved this record/);
    expect(screen.getByRole('cell', { name: /B\.Tech/ })).toBeTruthy();
    expect(screen.getByRole('cell', { name: /Engg/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(update.mock.calls[1]![0].variables).toEqual({ name: 'B.Tech', row_version: 4 });
  });

  it('takes their version on request', async () => {
    update.mockRejectedValueOnce(problem(409, 'Changed', [], { current: { ...stream, name: 'Engg', row_version: 4 } }));
    const name = (await show('a1')) as HTMLInputElement;
    type(name, 'B.Tech');
    submit();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep the saved version' }));
    await waitFor(() => expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Engg'));
  });
});

describe('leaving', () => {
  it('asks only when something would be lost', async () => {
    const name = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    type(name, 'Law');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  });
});
