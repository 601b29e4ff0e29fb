import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadPage, PageLoadError } from '../../src/providers/screens/load-page';
import { freshBrowser } from './browser-fixture';

const reload = vi.fn();
beforeEach(() => {
  freshBrowser('/leads');
  vi.useFakeTimers();
  reload.mockReset();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const gone = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('a page whose code cannot be loaded', () => {
  it('SHELL-014 SHELL-015 reloads the document once per page and 10 s, then reports the error', async () => {
    void loadPage('leads', gone);
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(1);
    await expect(loadPage('leads', gone)).rejects.toBeInstanceOf(PageLoadError);
    expect(reload).toHaveBeenCalledTimes(1);
    void loadPage('config', gone);
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10_000);
    void loadPage('leads', gone);
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(3);
  });

  it('waits for the network when offline: the page and its input stay', async () => {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const load = vi.fn(gone).mockImplementation(() => (navigator.onLine ? Promise.resolve(7) : gone()) as Promise<never>);
    const page = loadPage('announcements', load);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([reload.mock.calls.length, load.mock.calls.length]).toEqual([0, 1]);
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await expect(page).resolves.toBe(7);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload when the code loads', async () => {
    await expect(loadPage('leads', async () => 7)).resolves.toBe(7);
    expect(reload).not.toHaveBeenCalled();
  });
});
