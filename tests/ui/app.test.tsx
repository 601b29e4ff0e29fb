import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../src/app';
import { forgetPermissions } from '../../src/providers/session/permissions';
import { endSession } from '../../src/providers/session/session';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/config/streams');
  windowWidth(1366);
  forgetPermissions();
  signedIn();
});
afterEach(() => {
  cleanup();
  act(() => endSession({ comeBack: false }));
  vi.unstubAllGlobals();
});
const noViews = { views: [], columns: null, role_columns: null, default_view: null, pinned: [] };
const withRights = (level: readonly number[]): void =>
  void stubNetwork(({ path }) =>
    path === 'acl'
      ? json({ code: 200, data: [{ code: 'Setting_Configuration', level }] })
      : path.startsWith('res/streams')
        ? json([{ id: 's-1', name: 'Engineering', status: 1, row_version: 1 }])
        : json({ code: 200, data: path.startsWith('views/') ? noViews : [] }),
  );

it('the whole application: menu, page and buttons follow the permission list', async () => {
  withRights([1, 2, 6]);
  render(<App />);
  expect(await screen.findByText('Engineering')).toBeTruthy();
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getByRole('button', { name: /^Setting/ })).toBeTruthy();
  expect(menu.queryByRole('button', { name: /^Automation/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Add stream' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
});

it('without level 6 the page is refused', async () => {
  withRights([1, 2, 3]);
  render(<App />);
  await waitFor(() => expect(location.pathname).toBe('/access-denied'));
});
