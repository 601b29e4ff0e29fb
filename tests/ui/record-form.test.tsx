import { App } from './app-fixture';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FormParts, ResourceChunk } from '../../src/providers/screens/resource-chunk';
import { ResourceForm, warmForm } from '../../src/resources/form/form-on-demand';
import { RecordForm } from '../../src/resources/form/record-form';
import { defaultsOf } from '../../src/resources/form/form-defaults';
import type { FieldError } from '../../src/schemas/kit/problem';
import { resourceNamed } from '../../src/schemas/kit/all';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import { compiledChunk } from '../support/compiled-chunk';

const loadFormParts = vi.hoisted(() => vi.fn<(name: string) => Promise<FormParts>>());
vi.mock('virtual:manifest', () => ({
  manifest: [],
  loadChunk: () => Promise.reject(new Error('no build here')),
  loadFormParts,
}));
afterEach(cleanup);

/** Compiled as in the build, but at run time. */
function chunkOf(name: string | AnyResource): ResourceChunk {
  return compiledChunk(typeof name === 'string' ? resourceNamed(name) : name);
}

function Harness({
  name,
  onSave,
  refused = [],
  given = {},
}: {
  name: string | AnyResource;
  given?: Readonly<Record<string, unknown>>;
  onSave: (draft: object) => void;
  refused?: readonly FieldError[];
}): ReactNode {
  const [chunk] = useState(() => chunkOf(name));
  const [draft, setDraft] = useState<Record<string, unknown>>(() => ({ ...defaultsOf(chunk.resource), ...given }));
  return (
    <App>
      <RecordForm
        chunk={chunk}
        id="form"
        draft={draft}
        onDraft={setDraft}
        onSave={onSave}
        labels={{}}
        editing={false}
        saving={false}
        refused={refused}
      />
      <button type="submit" form="form">
        Save
      </button>
    </App>
  );
}
const submit = (): void => document.querySelector('form')!.requestSubmit();

describe('the form', () => {
  it('opens when its code and what checks it have loaded, and tries again after a failure', async () => {
    const { resource, form: parts } = chunkOf('streams');
    const chunk: ResourceChunk = { resource };
    loadFormParts.mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce(parts!);
    const open = (): void =>
      void render(
        <App>
          <ResourceForm chunk={chunk} as="page" onClose={() => undefined} onSaved={() => undefined} />
        </App>,
      );
    await warmForm(chunk);
    open();
    expect(screen.queryByRole('heading', { name: 'Add stream' })).toBeNull();
    expect(await screen.findByLabelText(/^Name/)).toBeTruthy();
    cleanup();
    open(); // loaded: at once
    expect(screen.getByLabelText(/^Name/)).toBeTruthy();
    expect(loadFormParts.mock.calls).toEqual([['streams'], ['streams']]);
  });

  it('shows what is missing at the field, focuses it, and saves once it is valid', async () => {
    const onSave = vi.fn();
    render(<Harness name="streams" onSave={onSave} />);
    submit();
    await screen.findByText('Name is required');
    const name = screen.getByLabelText(/^Name/);
    expect(onSave).not.toHaveBeenCalled();
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(name));
    fireEvent.change(name, { target: { value: 'Engineering' } });
    await waitFor(() => expect(screen.queryByText('Name is required')).toBeNull());
    submit();
    await waitFor(() => expect(onSave).toHaveBeenCalledWith({ name: 'Engineering', status: 1 }));
  });

  it('saves without the value of a field that no longer exists', async () => {
    const onSave = vi.fn();
    render(<Harness name="streams" given={{ name: 'Law', motto: 'Fiat iustitia' }} onSave={onSave} />);
    submit();
    await waitFor(() => expect(onSave).toHaveBeenCalledWith({ name: 'Law', status: 1 }));
  });

  it('shows no error for a field until it is left', async () => {
    render(<Harness name="streams" onSave={vi.fn()} />);
    const name = screen.getByLabelText(/^Name/);
    fireEvent.focus(name);
    expect(screen.queryByText('Name is required')).toBeNull();
    fireEvent.blur(name);
    await screen.findByText('Name is required');
  });

  it('applies a rule only when another field switches it on', async () => {
    const onSave = vi.fn();
    render(<Harness name="custom-fields" onSave={onSave} />);
    fireEvent.change(screen.getByLabelText(/^Label/), { target: { value: 'Hostel' } });
    expect(document.querySelector('label[for="root_options"] .p-required')).toBeNull();
    submit();
    await waitFor(() => expect(onSave).toHaveBeenCalled());
  });

  it('keeps a section open when its first field disappears, and after the error that opened it is fixed', async () => {
    const resource = defineResource({
      name: 'folds',
      label: 'Fold',
      access: 'nobody',
      fields: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: { type: 'string' },
          first: { type: 'string' },
          second: { type: 'string', maxLength: 3 },
        },
      },
      groups: [{ title: 'Fold', fields: ['name'] }],
      when: [{ if: { field: 'name', is: 'a' }, show: ['first'] }],
    });
    render(<Harness name={resource as never} onSave={vi.fn()} />);
    const name = screen.getByLabelText(/^Name/);
    fireEvent.change(name, { target: { value: 'a' } });
    const fold = (): HTMLElement => screen.getByRole('button', { name: /^More/ });
    fireEvent.click(fold());
    expect(screen.getByLabelText('First')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'b' } });
    expect(screen.queryByLabelText('First')).toBeNull();
    expect(fold().getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(fold());
    expect(fold().getAttribute('aria-expanded')).toBe('false');
    cleanup();

    render(<Harness name={resource as never} given={{ name: 'b', second: 'long' }} onSave={vi.fn()} />);
    submit();
    const second = await screen.findByLabelText('Second');
    fireEvent.change(second, { target: { value: 'abc' } });
    await waitFor(() => expect(document.querySelector('.p-error')).toBeNull());
    expect(fold().getAttribute('aria-expanded')).toBe('true');
  });

  it("shows the server's message under its field, and focuses that field once", async () => {
    const form = () => <Harness name="streams" onSave={vi.fn()} refused={[{ path: 'name', message: 'Name is already used' }]} />;
    const { rerender } = render(form());
    expect(screen.getByText('Name is already used').id).toBe('root_name-error');
    const name = screen.getByLabelText(/^Name/);
    await waitFor(() => expect(document.activeElement).toBe(name));
    name.blur();
    rerender(form());
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(document.activeElement).not.toBe(name);
  });
});
