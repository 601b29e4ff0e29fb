import { useSyncExternalStore } from 'react';
import { sizes } from '../theme/theme';

const query = `(max-width: ${sizes.narrow - 0.02}px)`; // the style sheets' too: tests/architecture holds them to it

/** Cards instead of rows, full-width drawers: screens below 768 px. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
