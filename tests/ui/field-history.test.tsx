// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Profile from '../../src/custom/lead-page/profile';
import { knowUser } from '../../src/providers/session/permissions';
import type { Lead } from '../../src/schemas/leads/leads';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/lp/l-1/profiles');
  signedIn({ role: 1 });
  knowUser();
  stubNetwork(({ path }) => {
    if (path.includes('/field-history'))
      return json({
        code: 200,
        data: [
          { field: 'city', at: '2026-11-22T08:00:00.000Z', by_name: 'Rohini Deshpande', old: 'Mumbai', new: 'Pune' },
          { field: 'city', at: '2026-11-22T07:00:00.000Z', by_name: "Rule 'Towns'", old: null, new: 'Mumbai' },
        ],
      });
    return path.startsWith('res/') ? json([]) : undefined;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the history of a field', () => {
  it('shows on focus who changed a field when, from what to what; a field that never changed is plain text', async () => {
    render(
      <App>
        <MemoryRouter>
          <Profile lead={{ id: 'l-1', name: 'Sai', email: 'sai@example.com', city: 'Pune', row_version: 1 } as Lead} />
        </MemoryRouter>
      </App>,
    );
    const city = await screen.findByRole('button', { name: /^Pune ?, history$/ });
    expect(screen.queryByRole('button', { name: /^sai@example.com.*history/ })).toBe(null);
    fireEvent.focus(city);
    const history = await screen.findByRole('group', { name: 'History of City' });
    expect([...history.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Mumbai → PuneRohini Deshpande · /),
      expect.stringMatching(/^empty → MumbaiRule 'Towns' · /),
    ]);
  });
});
