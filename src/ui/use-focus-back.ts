import { useEffect, useState } from 'react';

/** For a window that is taken away whole when it closes: the focus goes back to where it was when it came. Not for a page. */
export function useFocusBack(isWindow = true): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => (isWindow ? () => focusBack(before) : undefined), [before, isWindow]);
}

/** Gives the focus back once what had it is gone; never takes it from something that opened meanwhile. */
export function focusBack(to: Element | null): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  (to as HTMLElement | null)?.focus?.({ preventScroll: true });
}
