import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedRouterProvider } from '../../src/providers/router-provider';
import { setWho } from '../../src/providers/session/who';
import { ResourceList } from '../../src/resources/list/resource-list';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));

const stages = Array.from({ length: 23 }, (_, index) => ({
  id: `s${index + 1}`,
  stage_name: `Stage ${index + 1}`,
  status: index % 2,
  row_version: 1,
}));
type Asked = Parameters<DataProvider['getList']>[0];
const asked: Asked[] = [];
let answer: (query: Asked) => Promise<unknown>;
const provider = {
  getApiUrl: () => '',
  getList: (query: Asked) => {
    asked.push(query);
    return answer(query);
  },
} as unknown as DataProvider;

beforeEach(() => {
  asked.length = 0;
  setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
  answer = ({ meta }) => {
    const { start = 0, limit = 10 } = meta as { start?: number; limit?: number };
    return Promise.resolve({ data: stages.slice(start, start + limit), total: stages.length, totalExact: true });
  };
});
afterEach(cleanup);

let address = '';
function Address(): ReactNode {
  const { pathname, search } = useLocation();
  useEffect(() => {
    address = pathname + search;
  }, [pathname, search]);
  return null;
}
function show(at = '/config/lead-stages', of = 'lead-stages'): void {
  render(
    <App>
      <MemoryRouter initialEntries={[at]}>
        <Refine
          dataProvider={provider}
          routerProvider={sharedRouterProvider}
          options={{ disableTelemetry: true, reactQuery: { clientConfig: { defaultOptions: { queries: { retry: false } } } } }}
        >
          <ResourceList resource={resourceNamed(of)} />
          <Address />
        </Refine>
      </MemoryRouter>
    </App>,
  );
}
const key = (name: string): void => void fireEvent.keyDown(document.body, { key: name });

describe('a list', () => {
  it('requests the first page in the schema’s order and shows the total', async () => {
    show();
    await screen.findByText('Stage 10');
    expect(screen.getByText('Total: 23')).toBeTruthy();
    expect(screen.getByText('1–10 of 23')).toBeTruthy();
    expect(asked[0]).toMatchObject({
      sorters: [{ field: 'sort_order', order: 'asc' }],
      meta: { limit: 10, start: 0 },
      filters: [],
    });
    expect(asked[0]!.pagination).toMatchObject({ mode: 'off' });
  });

  it('pages, sorts and clears with one navigation each, back to page 1 if the rows change', async () => {
    show('/config/lead-stages?page=2&status=1');
    await screen.findByText('Stage 11');
    expect(asked[0]).toMatchObject({ meta: { start: 10 }, filters: [{ field: 'status', operator: 'eq', value: '1' }] });
    fireEvent.click(screen.getByRole('button', { name: 'Stage' }));
    await waitFor(() => expect(address).toBe('/config/lead-stages?status=1&sort=stage_name'));
    fireEvent.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(address).toContain('page=2'));
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Status' }));
    await waitFor(() => expect(address).toBe('/config/lead-stages?sort=stage_name'));
  });

  it('moves with j and k, opens with Enter, and starts a new record with n', async () => {
    show('/config/lead-stages?q=st');
    await screen.findByText('Stage 1');
    key('j');
    key('j');
    key('k');
    key('j');
    key('Enter');
    await waitFor(() => expect(address).toBe('/config/lead-stages/s2?q=st'));
    key('n');
    await waitFor(() => expect(address).toBe('/config/lead-stages/new?q=st'));
  });

  it('focuses search with / and searches when typing pauses', async () => {
    show();
    await screen.findByText('Stage 1');
    key('/');
    const box = screen.getByLabelText('Search lead stages');
    expect(document.activeElement).toBe(box);
    fireEvent.change(box, { target: { value: 'a' } });
    fireEvent.change(box, { target: { value: 'asha' } });
    await waitFor(() => expect(address).toBe('/config/lead-stages?q=asha'));
    expect(asked.filter(({ meta }) => meta?.['search'] === 'a')).toEqual([]);
  });

  it('D-047 counts all rows on request after a capped count, and drops the count when filters change', async () => {
    answer = ({ meta }) =>
      Promise.resolve(
        meta?.['exact']
          ? { data: stages.slice(0, 1), total: 123_456 }
          : { data: stages.slice(0, 10), total: 10_001, totalExact: false },
      );
    show();
    await screen.findByText('Total: 10,000+');
    fireEvent.click(screen.getByRole('button', { name: 'Count all' }));
    await screen.findByText('Total: 1,23,456');
    expect(asked.filter(({ meta }) => meta?.['exact'])).toHaveLength(1);
    expect(screen.getByText('1–10 of 1,23,456')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Count all' })).toBeNull();
    fireEvent.change(screen.getByLabelText('Search lead stages'), { target: { value: 'fresh' } });
    await screen.findByText('Total: 10,000+');
    expect(address).toBe('/config/lead-stages?q=fresh');
  });

  it('tells an empty list from one without matches', async () => {
    answer = () => Promise.resolve({ data: [], total: 0 });
    show();
    await screen.findByText('No lead stages yet');
    cleanup();
    show('/config/lead-stages?q=zzz');
    await screen.findByText('No rows match these filters');
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address).toBe('/config/lead-stages'));
  });

  it('goes to the last page if the one in the address has no rows, and does not call the list empty', async () => {
    show('/config/lead-stages?page=9');
    await screen.findByText('Stage 23');
    expect(address).toBe('/config/lead-stages?page=3');
    expect(screen.queryByText('No lead stages yet')).toBeNull();
    cleanup();
    const whole = answer;
    answer = (query) => (query.meta?.['before'] ? Promise.resolve({ data: [], total: 23, totalExact: true }) : whole(query));
    show('/config/lead-stages?before=c9');
    await screen.findByText('Stage 1');
    expect(address).toBe('/config/lead-stages');
  });

  it('leads to the first page where the cursor in the address is refused: trying again would be refused too', async () => {
    const whole = answer;
    answer = (query) => (query.meta?.['after'] ? Promise.reject(new Error('This page belongs to another list.')) : whole(query));
    show('/config/lead-stages?after=c9&status=1');
    fireEvent.click(await screen.findByRole('button', { name: 'First page' }));
    await screen.findByText('Stage 1');
    expect(address).toBe('/config/lead-stages?status=1');
  });

  it('reports filters in the address that the list does not have, and removes them on request', async () => {
    show('/config/lead-stages?stage_nam_like=x&status=1');
    await screen.findByText('Stage 1');
    expect((await screen.findByRole('alert')).textContent).toContain("no filter 'stage_nam_like=x'");
    expect(asked[0]).toMatchObject({ filters: [{ field: 'status', operator: 'eq', value: '1' }] });
    fireEvent.click(screen.getByRole('button', { name: 'Remove from the address' }));
    await waitFor(() => expect(address).toBe('/config/lead-stages?status=1'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for nothing that only the address names: what is shown is what work on all rows changes', async () => {
    show('/config/lead-stages?search=x&labels=y&exact=1&after=z9');
    await waitFor(() => expect(asked.length).toBeGreaterThan(0));
    expect(asked[0]!.meta).toMatchObject({ limit: 10 });
    for (const name of ['search', 'labels', 'exact']) expect(asked[0]!.meta?.[name]).toBeUndefined();
  });

  it('reports columns in the address that it does not have, shows the others, and removes them on request', async () => {
    show('/config/lead-stages?cols=stage_name,tierr,status');
    await screen.findByText('Stage 1');
    expect((await screen.findByRole('alert')).textContent).toContain("This list has no column 'tierr'.");
    expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(expect.arrayContaining(['Status']));
    fireEvent.click(screen.getByRole('button', { name: 'Remove from the address' }));
    await waitFor(() => expect(address).toBe('/config/lead-stages?cols=stage_name%2Cstatus'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows what failed and offers Retry', async () => {
    let fail = true;
    const good = answer;
    answer = (query) =>
      fail ? Promise.reject(Object.assign(new Error('The database is busy'), { statusCode: 503 })) : good(query);
    show();
    await screen.findByText(/The database is busy/);
    fail = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Stage 1');
  });

  it('hides controls that the user’s levels do not allow', async () => {
    setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'Setting_Configuration', level: [1, 6] }]) });
    show();
    await screen.findByText('Stage 1');
    expect(screen.queryByRole('button', { name: /Add lead stage/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /Edit/ })).toBeNull();
    cleanup();
    setWho({ role: 4, type: 'college', levels: levelsOf([]) });
    show();
    expect(screen.getByText('You do not have permission to view this data.')).toBeTruthy();
  });

  it('D-019 says that the organisation switched the feature off, also to an administrator', () => {
    setWho({ role: 1, type: 'org', levels: levelsOf([]), features: { sms: false } });
    show('/', 'sms-campaigns');
    expect(screen.getByText('This feature is not enabled for your organisation.')).toBeTruthy();
    expect(screen.queryByText(/Ask your administrator/)).toBeNull();
  });

  it.each(['purchase-summary', 'post-forms'])('offers no export and no bulk change if the server has none: %s', async (name) => {
    answer = () => Promise.resolve({ data: [{ id: 'r1', name: 'One', day: '2026-03-01' }], total: 1, totalExact: true });
    show('/', name);
    await screen.findByText('Total: 1');
    expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
    expect(screen.queryByLabelText('Select the page')).toBeNull();
    cleanup();
    show();
    expect(await screen.findByRole('button', { name: /Export/ })).toBeTruthy();
    expect(screen.getByLabelText('Select the page')).toBeTruthy();
  });
});
