import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setWho } from '../../src/providers/session/who';
import BulkBar from '../../src/resources/list/bulk-bar';
import { useList } from '../../src/resources/list/use-list';
import { useSelection } from '../../src/resources/list/use-selection';
import { ResourceList } from '../../src/resources/list/resource-list';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));

const rows = Array.from({ length: 10 }, (_, index) => ({
  id: `s${index + 1}`,
  stage_name: `Stage ${index + 1}`,
  status: 1,
  row_version: 1,
}));
const provider = {
  getApiUrl: () => '',
  getList: () => Promise.resolve({ data: rows, total: 23, totalExact: true }),
} as unknown as DataProvider;
let asked: Asked[];
let address = '';
let views: object;

beforeEach(() => {
  address = ''; // the previous test may have left an address
  freshBrowser('/config/lead-stages');
  signedIn({ role: 1 });
  setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
  views = { views: [], columns: null, role_columns: null, default_view: null, pinned: [] };
  asked = stubNetwork(({ path }) => (path.startsWith('views/') ? json({ code: 200, data: views }) : json({ job_id: 'j1' })));
});
afterEach(cleanup);

function Address(): ReactNode {
  const { pathname, search } = useLocation();
  useEffect(() => {
    address = pathname + search;
  }, [pathname, search]);
  return null;
}
function show(at = '/config/lead-stages', page: ReactNode = <ResourceList resource={resourceNamed('lead-stages')} />): void {
  render(
    <App>
      <MemoryRouter initialEntries={[at]}>
        <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
          {page}
          <Address />
        </Refine>
      </MemoryRouter>
    </App>,
  );
}
const key = (name: string): void => void fireEvent.keyDown(document.body, { key: name });

it('selects rows with Space and x, the page with its checkbox, all matching rows with one click, and clears', async () => {
  show();
  await screen.findByText('Stage 1');
  key('j');
  key(' ');
  key('j');
  key('x');
  await screen.findByText('2 selected');
  key(' ');
  await screen.findByText('1 selected');
  fireEvent.click(screen.getByLabelText('Select the page'));
  await screen.findByText('10 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Select all 23' }));
  await screen.findByText('23 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  await screen.findByLabelText('Search lead stages');
});

it('keeps the selected rows when the list is sorted, and not when it is filtered', async () => {
  show();
  await screen.findByText('Stage 1');
  fireEvent.click(screen.getAllByLabelText('Select')[2]!);
  await screen.findByText('1 selected');
  fireEvent.click(screen.getAllByRole('columnheader').flatMap((head) => [...head.querySelectorAll('button')])[0]!);
  await waitFor(() => expect(address).toContain('sort='));
  expect(screen.getByText('1 selected')).toBeTruthy();
  cleanup();
  show('/config/lead-stages', <Filtered />);
  fireEvent.click((await screen.findAllByLabelText('Select'))[2]!);
  await screen.findByText('1 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Active only' }));
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
});

function Filtered(): ReactNode {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate('/config/lead-stages?status=1')}>
        Active only
      </button>
      <ResourceList resource={resourceNamed('lead-stages')} />
    </>
  );
}

it('says how to reach more rows than can be named one by one, in place of actions that would be refused', async () => {
  const keys = Array.from({ length: 1001 }, (_, at) => `stage-${at}`);
  function Bar(): ReactNode {
    const list = useList({ resource: resourceNamed('lead-stages') });
    const selection = useSelection(keys, '');
    return (
      <>
        <button type="button" onClick={selection.toggleAll}>
          All
        </button>
        <button type="button" onClick={() => selection.toggle('stage-0')}>
          First
        </button>
        <BulkBar list={{ ...list, selection }} />
      </>
    );
  }
  show('/config/lead-stages', <Bar />);
  fireEvent.click(await screen.findByText('All'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Up to 1,000 can be selected one by one\./);
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  fireEvent.click(screen.getByText('First'));
  await screen.findByRole('button', { name: 'Edit' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('offers no bulk actions without level 5', async () => {
  setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'Setting_Configuration', level: [1, 2, 3, 4, 6] }]) });
  show();
  await screen.findByText('Stage 1');
  expect(screen.queryByLabelText('Select the page')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

it('chooses and orders columns, stores them on the server and in the address, and resets them', async () => {
  show('/config/lead-stages?status=1');
  await screen.findByText('Stage 1');
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const box = within(await screen.findByRole('dialog', { name: 'Columns' }));
  fireEvent.click(box.getByLabelText('Created'));
  await waitFor(() => expect(decodeURIComponent(address)).toMatch(/status=1&cols=stage_name,.*,created_at$/));
  const kept = asked.find(({ method, path }) => method === 'PUT' && path === 'views/lead-stages/settings');
  expect((kept!.body as { columns: string[] }).columns.at(-1)).toBe('created_at');
  fireEvent.click(box.getByRole('button', { name: 'Move Created up' }));
  await waitFor(() => expect(decodeURIComponent(address)).not.toMatch(/created_at$/));
  fireEvent.click(box.getByRole('button', { name: 'Reset to default' }));
  await waitFor(() => expect(address).toBe('/config/lead-stages?status=1'));
});

it('opens a bare address with the default view, but not an address with filters', async () => {
  const view = {
    id: 'v1',
    name: 'Active ones',
    shared_with: 'team',
    address: 'status=1',
    user_id: 'u',
    user_name: 'U',
    mine: false,
  };
  views = { ...views, views: [view], default_view: 'v1', pinned: ['v1'] };
  show();
  await waitFor(() => expect(address).toBe('/config/lead-stages?status=1'));
  expect((await screen.findByRole('button', { name: 'Active ones' })).getAttribute('aria-pressed')).toBe('true');
  cleanup();
  sessionStorage.clear();
  show('/config/lead-stages?status=0');
  await screen.findByRole('button', { name: 'Active ones' });
  expect(address).toBe('/config/lead-stages?status=0');
});

it('says that a parameter of the page has a value that there is not, and drops it from the address', async () => {
  function Page(): ReactNode {
    const list = useList({ resource: resourceNamed('lead-stages'), keep: ['type', 'n'], unknown: ['type=nope'] });
    return (
      <>
        <p>{list.state.unknown.filters.join(' and ')}</p>
        <button type="button" onClick={() => list.change({}, { replace: true })}>
          Drop
        </button>
      </>
    );
  }
  show('/config/lead-stages?type=nope&n=1&city=Pune', <Page />);
  await screen.findByText('type=nope and city=Pune');
  fireEvent.click(screen.getByRole('button', { name: 'Drop' }));
  await waitFor(() => expect(address).toBe('/config/lead-stages?n=1'));
});
