/** A page's code could not be loaded, and not for the first time: reloading again would go round in circles (D-028). */
export class PageLoadError extends Error {}

/**
 * Loads a page's code. When that fails, for example because a new version took its place, the document is reloaded, at
 * most once per page in 10 s; the second failure is a PageLoadError. Without a network it waits for one: a
 * document reloaded would be the browser's own page, and what somebody writes would be gone.
 */
export async function loadPage<T>(name: string, load: () => Promise<T>): Promise<T> {
  const key = `reloaded:${name}`;
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((again) => window.addEventListener('online', again, { once: true }));
      return loadPage(name, load);
    }
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < 10_000) throw new PageLoadError(`The page '${name}' could not be loaded.`, { cause: error });
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
    return new Promise(() => undefined); // nothing to show until the document is gone
  }
}
