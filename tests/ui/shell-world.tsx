import { cleanup, render, screen } from '@testing-library/react';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { vi } from 'vitest';
import AccessDenied from '../../src/custom/access-denied/access-denied';
import { Shell } from '../../src/custom/shell/shell';
import { declareSubjects } from '../../src/providers/rights';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, signedIn, windowWidth } from './browser-fixture';

export const sources = [
  { name: '/dashboard', access: 'signed-in', menu: { entry: 'Dashboard', order: 1, path: '/dashboard' } },
  { name: '/myfollowup', access: 'signed-in', menu: { entry: 'FollowUps', order: 5, path: '/myfollowup?stage=today' } },
  { name: '/leads', access: 'signed-in', menu: { group: 'Leads', entry: 'All Leads', order: 3, path: '/leads?type=all' } },
  {
    name: '/upload-csv-lead',
    access: 'signed-in',
    menu: { group: 'Leads', entry: 'Upload Lead CSV', order: 5, path: '/upload-csv-lead' },
  },
  { name: '/automation', access: 'signed-in', menu: { group: 'Automation', entry: 'Workflow', order: 28, path: '/automation' } },
  { name: '/config', access: 'role 1', menu: { group: 'Setting', entry: 'Configuration', order: 65, path: '/config' } },
] as const;
declareSubjects(sources);
export const allRoutes = new Set(['/dashboard', '/leads', '/myfollowup', '/lead-reports', '/profile', '/tenant-profile']);
export const setUp = () => {
  freshBrowser('/dashboard');
  windowWidth(1366);
  signedIn();
  setWho({ role: 4, type: 'org', levels: levelsOf([]) });
};
export const tearDown = () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
};
/** Shows the current address of the router. */
function Place(): ReactNode {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}
export function open(at = '/dashboard', routes: ReadonlySet<string> = allRoutes): void {
  render(
    <App>
      <MemoryRouter initialEntries={[at]}>
        <Place />
        <Routes>
          <Route element={<Shell sources={sources} routes={routes} overlays={<p>call action</p>} />}>
            <Route path="/access-denied" element={<AccessDenied />} />
            <Route path="*" element={<p>the page</p>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </App>,
  );
}
export const sidebar = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' });
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
