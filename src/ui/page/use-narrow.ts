import { useStore, type Followed } from '../../providers/store';
import { sizes } from '../theme/theme';

const query = `(max-width: ${sizes.narrow - 0.02}px)`; // also in the style sheets, which tests/architecture checks

/** Cards instead of rows, full-width drawers: screens below 768 px. */
export function useNarrow(): boolean {
  return useStore(narrow, () => false);
}

const narrow: Followed<boolean> = {
  get: () => window.matchMedia(query).matches,
  subscribe(changed) {
    const list = window.matchMedia(query);
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  },
};
