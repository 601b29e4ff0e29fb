import { useLayoutEffect, useRef } from 'react';

export type KeyMap = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/**
 * Single-key commands of a page ('/', 'j', 'Enter'). They are inactive while someone types, while a dialog or menu is open, and
 * with Ctrl, Alt or Meta held. They work as soon as the page is shown.
 */
export function useKeys(keys: KeyMap): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isBusy(event)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isBusy(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable="true"], [role="combobox"]')) return true;
  if ((event.key === 'Enter' || event.key === ' ') && target?.closest('a, button, [role="button"]')) return true;
  return document.querySelector('[role="dialog"], [role="menu"]:not([hidden])') !== null && !target?.closest('[data-keys]');
}
