import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewVersionBar } from '../../src/custom/shell/new-version-bar';
import { unsavedForms } from '../../src/ui/fields/typed-fields';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth } from './browser-fixture';

const { build } = vi.hoisted(() => {
  const page = document.createElement('meta');
  page.setAttribute('name', 'build');
  page.setAttribute('content', 'one');
  document.head.append(page);
  return { build: { now: 'one' } };
});
const { request } = await import('../../src/providers/calls/http');
const reload = vi.fn();

beforeEach(() => {
  freshBrowser('/leads');
  windowWidth(1366);
  signedIn();
  reload.mockReset();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  stubNetwork(() => json({ code: 200 }, 200, { 'x-build': build.now }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Page(): ReactNode {
  const [open, setOpen] = useState(true);
  return (
    <App>
      <NewVersionBar />
      <input type="search" aria-label="Search" />
      {open ? (
        <form>
          <input aria-label="Name" />
        </form>
      ) : null}
      <button type="button" onClick={() => setOpen(false)}>
        leave the form
      </button>
    </App>
  );
}
async function meet(now: string): Promise<void> {
  build.now = now;
  await act(() => request('acl').then(() => undefined));
}
const bar = (): HTMLElement | null => screen.queryByText('A new version is ready.');
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('a newer build on the server', () => {
  it('is announced when an answer reports it, until the page’s own build is back', async () => {
    render(<Page />);
    await meet('one');
    expect(bar()).toBeNull();
    await meet('two');
    expect(bar()).toBeTruthy();
    await meet('one');
    expect(bar()).toBeNull();
  });

  it('reloads at once if nothing was typed; a search does not count', async () => {
    render(<Page />);
    fireEvent.input(screen.getByLabelText('Search'), { target: { value: 'asha' } });
    await meet('two');
    press('Reload');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('asks before typed text is lost, and reloads only if confirmed', async () => {
    render(<Page />);
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Asha' } });
    await meet('two');
    press('Reload');
    expect(await screen.findByRole('dialog', { name: 'Reload now?' })).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
    press('Keep writing');
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha');
    press('Reload');
    fireEvent.click(await screen.findByRole('button', { name: 'Reload anyway' })); // the first dialog has closed
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('asks if a form has unsaved values, even if its fields were rendered again', async () => {
    const { rerender } = render(<Page />);
    const form = {};
    unsavedForms.add(form);
    await meet('two');
    press('Reload');
    expect(await screen.findByRole('dialog', { name: 'Reload now?' })).toBeTruthy();
    press('Keep writing');
    unsavedForms.delete(form);
    rerender(<Page />);
    press('Reload');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('a form that is no longer on the page does not prevent the reload', async () => {
    render(<Page />);
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Asha' } });
    press('leave the form');
    await meet('two');
    press('Reload');
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
