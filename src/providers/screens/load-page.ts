import { tabStored } from '../stored';

/** A page's code could not be loaded again after a reload; another reload would loop (D-028). */
export class PageLoadError extends Error {}

/**
 * Loads a page's code. If that fails, for example because a new version replaced it, the document is reloaded, up to once per
 * page in 10 s; the second failure is a PageLoadError. Without a network it waits, because a reload would replace the document
 * with the browser's error page and lose unsaved input.
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
    const last = Number(tabStored.read(key) ?? 0);
    if (Date.now() - last < 10_000) throw new PageLoadError(`The page '${name}' could not be loaded.`, { cause: error });
    tabStored.write(key, String(Date.now()));
    window.location.reload();
    return new Promise(() => undefined); // nothing to show until the document is gone
  }
}
