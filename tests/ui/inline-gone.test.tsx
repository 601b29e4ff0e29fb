import { Refine, useInvalidate, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusalOf } from '../../src/resources/refusal';
import { setWho } from '../../src/providers/session/who';
import { ResourceList } from '../../src/resources/list/resource-list';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));

const row = (n: number): object => ({ id: `c${n}`, clg_name: `College ${n}`, code: 'PUNE', status: 1, row_version: 1 });
let rows: object[];
let saved: unknown[];
/** College 1 as someone else has saved it meanwhile. */
let theirs: object | undefined;
const provider = {
  getApiUrl: () => '',
  getList: () => Promise.resolve({ data: rows, total: rows.length, totalExact: true }),
  update: (asked: { id: string; variables: object }) => {
    saved.push([asked.id, asked.variables]);
    if (theirs && (asked.variables as { row_version: number }).row_version === 1)
      return Promise.reject({ message: 'Someone else saved first.', statusCode: 409, current: theirs });
    return Promise.resolve({ data: { ...asked.variables, row_version: 2 } });
  },
} as unknown as DataProvider;

beforeEach(() => {
  rows = [row(1), row(2), row(3)];
  saved = [];
  theirs = undefined;
  freshBrowser('/college-list');
  signedIn({ role: 1 });
  setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
  const views = { views: [], columns: ['clg_name', 'code'], role_columns: null, default_view: null, pinned: [] };
  stubNetwork(({ path }) => (path.startsWith('views/') ? json({ code: 200, data: views }) : json({ data: [] })));
});
afterEach(cleanup);

/** What a colleague's change does: the list is read again. */
function Colleague(): ReactNode {
  const invalidate = useInvalidate();
  return (
    <button type="button" onClick={() => void invalidate({ resource: 'colleges', invalidates: ['list'] })}>
      Colleague
    </button>
  );
}
function showList(): void {
  render(
    <App>
      <MemoryRouter initialEntries={['/college-list']}>
        <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
          <ResourceList resource={resourceNamed('colleges')} />
          <Colleague />
        </Refine>
      </MemoryRouter>
    </App>,
  );
}
const readAgain = (now: object[]): void => {
  rows = now;
  fireEvent.click(screen.getByRole('button', { name: 'Colleague' }));
};

it('what is typed in a cell stays when a colleague’s change takes its row off the page, and back on', async () => {
  showList();
  const second = (await screen.findByText('College 2')).closest('tr')!;
  fireEvent.click(within(second).getByRole('button', { name: 'Change Code' }));
  const box = await screen.findByRole('textbox', { name: 'Code' });
  fireEvent.change(box, { target: { value: 'PUNE-E' } });

  readAgain([row(1), row(3)]);
  await waitFor(() => expect(screen.queryByText('College 2')).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveProperty('value', 'PUNE-E');
  expect(screen.getByText('College 2 is no longer on this page of the list. You can still save.')).toBeTruthy();

  readAgain([]); // the empty state stands where the table was
  await waitFor(() => expect(screen.queryByText('College 1')).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveProperty('value', 'PUNE-E');

  readAgain([row(2), row(4)]);
  await screen.findByText('College 2');
  expect(screen.queryByText(/no longer on this page/)).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveProperty('value', 'PUNE-E');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toEqual([['c2', { code: 'PUNE-E', row_version: 1 }]]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each([
  ['another field', { clg_name: 'College 1, Pune' }, false],
  ['this field', { code: 'NASHIK' }, true],
])('%s was changed by someone else meanwhile', async (_what, now, isRefused) => {
  showList();
  const first = (await screen.findByText('College 1')).closest('tr')!;
  fireEvent.click(within(first).getByRole('button', { name: 'Change Code' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }), { target: { value: 'PUNE-E' } });
  theirs = { ...row(1), ...now, row_version: 2 };
  readAgain([theirs, row(2), row(3)]); // the list behind shows it already
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  if (isRefused) {
    await screen.findByText("Someone else saved first: the value is now 'NASHIK'. Save again to replace it.");
    expect(saved).toEqual([['c1', { code: 'PUNE-E', row_version: 1 }]]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved).toEqual([
    ['c1', { code: 'PUNE-E', row_version: 1 }],
    ['c1', { code: 'PUNE-E', row_version: 2 }],
  ]);
});

it('a conflict names the tenant’s own fields as lists and forms do', () => {
  const error = {
    message: 'Someone else saved first.',
    statusCode: 409,
    current: { id: 'c1', custom: { budget: 5 }, row_version: 2 },
  };
  expect(refusalOf(error).current).toMatchObject({ 'custom.budget': 5, row_version: 2 });
});
