import { useEffect, useState } from 'react';
import type { withQuickCells } from './quick-cells';

/** What edits a cell in its place; it loads after the list has been shown. */
export function useQuickCells(): typeof withQuickCells | undefined {
  const [found, setFound] = useState<{ readonly withQuickCells: typeof withQuickCells }>();
  useEffect(() => {
    import('./quick-cells').then(setFound, () => undefined); // without it the list is read only
  }, []);
  return found?.withQuickCells;
}
