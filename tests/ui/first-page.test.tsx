// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freshBrowser, json, stubNetwork, windowWidth } from './browser-fixture';

afterEach(() => vi.unstubAllGlobals());

/** Starts the product as index.html does, at this address; what happened before must be forgotten. */
async function startAt(address: string, prepare: () => Promise<void> = async () => undefined): Promise<void> {
  vi.resetModules();
  freshBrowser(address);
  windowWidth(1366);
  stubNetwork(() => json({ code: 200, data: [] }));
  await prepare();
  document.body.innerHTML = '<div id="root"></div>';
  await act(async () => void (await import('../../src/main')));
}
const inShell = (): boolean => screen.queryByRole('banner') !== null;

describe('the first page', () => {
  it('ROUTE-003 SHELL-016 /login stands alone, without a guard', async () => {
    await startAt('/login');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(location.pathname).toBe('/login');
    expect(inShell()).toBe(false);
  });

  it('ROUTE-004 SHELL-016 /verify-otp stands alone, without a guard; without an email it goes to /login', async () => {
    await startAt('/verify-otp', async () => (await import('../../src/custom/sign-in/sign-in-calls')).keepEmail('a@b.example'));
    expect(await screen.findByText(/We have sent OTP to/)).toBeTruthy();
    expect(location.pathname).toBe('/verify-otp');
    expect(inShell()).toBe(false);
    await startAt('/verify-otp');
    await waitFor(() => expect(location.pathname).toBe('/login'));
  });
});
