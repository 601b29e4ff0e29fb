import { useEffect } from 'react';
import { isActive, type MenuPart } from './menu';

/** After the first page and what it brings along later. */
const afterMs = 3500;
const mostPages = 12;

/**
 * Loads the code of the pages whose entries can be seen, one after the other while the browser has nothing else to do, so that a click
 * waits for data alone. Not where data is saved or the network is slow; on a phone the menu is closed.
 */
export function useWarmMenu(parts: readonly MenuPart[], here: string, warm: (path: string) => Promise<void>): void {
  const shown = parts.flatMap((part) =>
    'entries' in part ? (part.entries.some((entry) => isActive(entry, here, '')) ? part.entries : []) : [part],
  );
  const paths = shown
    .slice(0, mostPages)
    .map(({ path }) => path)
    .join(' ');
  useEffect(() => {
    if (!paths || isDear()) return;
    let isOver = false;
    const timer = setTimeout(() => void inTurn(), afterMs);
    const inTurn = async (): Promise<void> => {
      for (const path of paths.split(' ')) {
        await atRest();
        if (isOver) return;
        await warm(path);
      }
    };
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [paths, warm]);
}

/** Safari has no requestIdleCallback. */
const atRest = async (): Promise<void> =>
  new Promise((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 200)));

/** Only Chromium tells. */
interface Network {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}
function isDear(): boolean {
  const { connection } = navigator as Network;
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
}
