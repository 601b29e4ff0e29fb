import { Refine, type DataProvider } from '@refinedev/core';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import { useEffect, useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadKinds } from '../../src/kinds/load-kinds';
import { valueOf } from '../../src/resources/kind-looks';
import { dependentsOf } from '../../src/resources/form/form-fields';
import { cleanDraft } from '../../src/resources/form/form-validation';
import { RecordForm } from '../../src/resources/form/record-form';
import { resourceNamed } from '../../src/schemas/kit/all';
import { compiledChunk } from '../support/compiled-chunk';

vi.mock('virtual:manifest', async () => {
  const { resourceNamed: named } = await vi.importActual<typeof import('../../src/schemas/kit/all')>('../../src/schemas/kit/all');
  return { manifest: [], loadChunk: (name: string) => Promise.resolve({ resource: named(name), validate: () => [] }) };
});
beforeAll(() => loadKinds(['answers']));
afterEach(cleanup);

const applications = resourceNamed('applications');
const chunk = compiledChunk(applications);
const asks = (id: string, order: readonly string[], properties: object, required: readonly string[] = []): object => ({
  id,
  name: id,
  schema: { type: 'object', required, properties },
  ui_schema: { 'ui:order': [...order, '*'] },
});
const stored: Readonly<Record<string, object>> = {
  btech: asks(
    'btech',
    ['name', 'jee', 'hostel'],
    {
      jee: { type: 'integer', title: 'JEE rank', description: 'As on the score card' },
      name: { type: 'string', title: 'Full name' },
      hostel: { type: 'boolean', title: 'Hostel wanted' },
    },
    ['name'],
  ),
  mba: asks('mba', ['name', 'exam'], {
    name: { type: 'string', title: 'Full name' },
    exam: { type: 'string', title: 'Entrance test', enum: ['CAT', 'MAT'] },
  }),
};
const getOne = vi.fn(({ resource, id }: { resource: string; id: string }) =>
  resource === 'forms' && stored[id]
    ? Promise.resolve({ data: stored[id] })
    : Promise.reject(Object.assign(new Error('This form does not exist'), { statusCode: 404 })),
);
const provider = {
  getApiUrl: () => '',
  getOne,
  getList: () => Promise.resolve({ data: [], total: 0 }),
} as unknown as DataProvider;
const shell = (children: ReactNode): ReactNode => (
  <App>
    <MemoryRouter>
      <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
        {children}
      </Refine>
    </MemoryRouter>
  </App>
);

type Draft = Record<string, unknown>;
const held: { draft: Draft; put: (draft: Draft) => void } = { draft: {}, put: () => undefined };
function Harness({ given, id }: { given: Record<string, unknown>; id?: string }): ReactNode {
  const [now, setNow] = useState(given);
  useEffect(() => void Object.assign(held, { draft: now, put: setNow }), [now]);
  const more = id ? { identity: { id } } : {};
  return (
    <RecordForm
      chunk={chunk}
      id="form"
      draft={now}
      onDraft={setNow}
      onSave={vi.fn()}
      labels={{}}
      editing={id !== undefined}
      saving={false}
      refused={[]}
      {...more}
    />
  );
}
const labels = (): string[] => [...document.querySelectorAll('.p-answer > label')].map((one) => one.textContent);

describe('answers', () => {
  it('PRODUCT-015 belong to the application’s form, with a control for each question', async () => {
    render(shell(<Harness given={{ lead_id: 'l1' }} />));
    const group = screen.getByRole('group', { name: 'Answers' });
    expect(group.textContent).toContain('Choose the form first');
    expect(within(group).queryByRole('textbox')).toBeNull();

    act(() => held.put({ ...held.draft, form_id: 'btech' }));
    const name = await screen.findByLabelText(/^Full name/);
    expect(labels()).toEqual(['Full name*', 'JEE rank', 'Hostel wanted']);
    fireEvent.change(name, { target: { value: 'Aarav' } });
    const rank = screen.getByLabelText('JEE rank');
    expect(document.getElementById(rank.getAttribute('aria-describedby')!)?.textContent).toBe('As on the score card');
    fireEvent.change(rank, { target: { value: '1200' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Hostel wanted' }));
    expect(held.draft['answers']).toEqual({ name: 'Aarav', jee: 1200, hostel: true });
    fireEvent.change(rank, { target: { value: '' } });
    expect(held.draft['answers']).toEqual({ name: 'Aarav', hostel: true });
  });

  it('belong to one form: another form asks its own questions and starts empty', async () => {
    expect(dependentsOf(applications, 'form_id')).toEqual(['answers']);
    expect(dependentsOf(applications, 'lead_id')).toEqual([]);
    render(shell(<Harness given={{ form_id: 'btech' }} />));
    fireEvent.change(await screen.findByLabelText('JEE rank'), { target: { value: '7' } });
    act(() => held.put({ form_id: 'mba' }));
    await screen.findByLabelText('Entrance test');
    expect(labels()).toEqual(['Full name', 'Entrance test']);
    fireEvent.change(screen.getByLabelText('Full name'), { target: { value: 'Diya' } });
    expect(cleanDraft(chunk, held.draft)).toEqual({ form_id: 'mba', answers: { name: 'Diya' } });
  });

  it('to a removed question are shown below, and removed with the first change', async () => {
    render(shell(<Harness id="a1" given={{ form_id: 'mba', answers: { name: 'Diya', hobby: 'Chess' } }} />));
    const name = await screen.findByLabelText('Full name');
    expect(screen.getByText(/No longer asked: Hobby: Chess/)).toBeTruthy();
    expect(held.draft['answers']).toEqual({ name: 'Diya', hobby: 'Chess' });
    fireEvent.change(name, { target: { value: 'Diya Patil' } });
    expect(held.draft['answers']).toEqual({ name: 'Diya Patil' });
    expect(screen.queryByText(/No longer asked/)).toBeNull();
  });

  it('cannot be given until the questions have loaded; Retry loads them again', async () => {
    render(shell(<Harness given={{ form_id: 'gone' }} />));
    await screen.findByText(/The questions could not be loaded: This form does not exist/);
    const before = getOne.mock.calls.length;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(getOne.mock.calls.length).toBeGreaterThan(before));
  });

  it('are shown in the form’s order with its labels; answers to removed questions come last', async () => {
    const row = { id: 'a1', form_id: 'btech', answers: { hobby: 'Chess', hostel: true, jee: 1200, name: 'Aarav' } };
    render(shell(<div>{valueOf(applications, 'answers', row)}</div>));
    await screen.findByText('JEE rank:');
    expect([...document.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
      'Full name: Aarav',
      'JEE rank: 1200',
      'Hostel wanted: Yes',
      'Hobby: Chess',
    ]);
  });
});
