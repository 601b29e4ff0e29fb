import { useEffect, useState } from 'react';

/** For a dialog that is unmounted when it closes: the focus returns to where it was when it opened. Not for a page. */
export function useFocusBack(isWindow = true): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => (isWindow ? () => focusBack(before) : undefined), [before, isWindow]);
}

/**
 * Returns the focus once the focused element is gone, to the page if the previous one is gone too; never takes it from something
 * that opened meanwhile.
 */
export function focusBack(to: Element | null): void {
  const now = document.activeElement;
  if (now?.isConnected && now !== document.body) return;
  const place = to && !to.isConnected ? document.getElementById('page') : to;
  if (place instanceof HTMLElement || place instanceof SVGElement) place.focus({ preventScroll: true });
}
