import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { filling } from '../../src/custom/timeline/read-pages';
import TimelinePage from '../../src/custom/timeline/timeline-page';
import { endSession } from '../../src/providers/session/session';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

export const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36';
export const entry = (id: number, change: object = {}) => ({
  id,
  created_at: '2026-11-21T04:44:00.000Z',
  updated_at: '2026-11-21T04:44:00.000Z',
  modifiedBy: { name: `User ${id}`, email: `user${id}@northstar.example` },
  tableAffected: 'leads',
  record_id: `r-${id}`,
  property: 'Owner, Stage',
  ipAddress: '103.58.74.19',
  userAgent: agent,
  oldData: { stage: 'Call back', landing_page: '/mba', budget: 5, city: 'Pune' },
  newData: { stage: 'Interested', sub_stage: 'Campus visit', budget: 5, city: 'Pune' },
  ...change,
});
export const day = (created_at: string, count: number, ...entries: object[]): object => ({ created_at, count, entries });
export const page = (totalDocuments: number, ...data: object[]): Response => json({ code: 200, data, totalDocuments });
const users = Array.from({ length: 8 }, (_, n) => ({ id: `u-${n}`, name: `Person ${n}` }));
interface World {
  timeline: (query: URLSearchParams) => Response;
  users: () => Response;
  single?: boolean;
}
export let asked: Asked[];
export let world: World;
export const setUp = () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:00:00.000Z') });
  freshBrowser('/timeline');
  windowWidth(1366);
  filling.entries = 0;
  world = { timeline: () => page(1, day('2026-11-21', 1, entry(1))), users: () => json({ code: 200, data: users }) };
  asked = stubNetwork(({ path }) => {
    const [where, query] = path.split('?');
    if (where === 'getTimeline') return world.timeline(new URLSearchParams(query));
    if (where === 'users/by-specific-roles') return world.users();
    if (where === 'timeline/export') return json({ code: 200, data: { export_id: 'e', job_id: 'j' } });
    if (where === 'jobs/j')
      return json({ code: 200, data: { id: 'j', state: 'done', done: 12, total: 12, result: { rows: 12 } } });
    if (where === 'exports/e')
      return json({ code: 200, data: { id: 'e', rows: 12, url: '/api/files/f-1', file_name: 'Timeline.csv' } });
    if (where === 'tenant-config') return json({ code: 200, data: { timeline_single_date: world.single ?? false } });
    return undefined;
  });
  signedIn();
};
export const tearDown = () => {
  cleanup();
  endSession({ comeBack: false });
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
};
export const wait = (ms = 300): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
export async function open(): Promise<void> {
  render(
    <App>
      <MemoryRouter initialEntries={['/timeline']}>
        <TimelinePage />
      </MemoryRouter>
    </App>,
  );
  await wait(50);
}
export const searches = (): string[] =>
  asked.filter(({ path }) => path.startsWith('getTimeline')).map(({ path }) => decodeURIComponent(path));
export const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
export async function preset(label: string): Promise<void> {
  const [start] = screen.getAllByPlaceholderText('Select Date...');
  fireEvent.mouseDown(start!);
  fireEvent.click(start!);
  await wait();
  fireEvent.click(within(document.querySelector<HTMLElement>('.ant-picker-presets')!).getByText(label));
  await wait();
}
