import { useEffect, useState } from 'react';

/** For a window that is taken away whole when it closes: the focus goes back to where it was when it came. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => before?.focus?.({ preventScroll: true }), [before]);
}
