import { useEffect, useState } from 'react';

/** For a window that is taken away whole when it closes: the focus goes back to where it was when it came. Not for a page. */
export function useFocusBack(isWindow = true): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => (isWindow ? () => focusBack(before) : undefined), [before, isWindow]);
}

/** Gives the focus back once what had it is gone, to the page where that is gone too; never takes it from what opened meanwhile. */
export function focusBack(to: Element | null): void {
  const now = document.activeElement;
  if (now?.isConnected && now !== document.body) return;
  const place = to && !to.isConnected ? document.getElementById('page') : to;
  if (place instanceof HTMLElement || place instanceof SVGElement) place.focus({ preventScroll: true });
}
