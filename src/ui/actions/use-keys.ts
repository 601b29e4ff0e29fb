import { useLayoutEffect, useRef } from 'react';

/** What a key does, in a few words for the list of keys; without a function it does nothing at the moment. */
export type KeyAction = readonly [title: string, act?: ((event: KeyboardEvent) => void) | undefined];
export type KeyMap = Readonly<Record<string, KeyAction | undefined>>;

/** The keys of everything on the page. */
const mounted = new Set<{ readonly current: KeyMap }>();

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
      const act = latest.current[event.key]?.[1];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    mounted.add(latest);
    window.addEventListener('keydown', onKey);
    return () => {
      mounted.delete(latest);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}

/** The keys that work on this page, with their titles. */
export function keysNow(): { readonly key: string; readonly title: string }[] {
  const titles = new Map<string, string>();
  for (const { current } of mounted)
    for (const [key, action] of Object.entries(current)) if (action && !titles.has(key)) titles.set(key, action[0]);
  return [...titles].map(([key, title]) => ({ key, title }));
}

function isBusy(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element && !isLeaving(event.target) ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable="true"], [role="combobox"]')) return true;
  if ((event.key === 'Enter' || event.key === ' ') && target?.closest('a, button, [role="button"]')) return true;
  const open = [...document.querySelectorAll('[role="dialog"], [role="menu"]:not([hidden])')].some((one) => !isLeaving(one));
  return open && !target?.closest('[data-keys]');
}

/** Of a dialog or menu that was closed: antd draws it for another fifth of a second, with the focus in it. */
function isLeaving(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if ([...at.classList].some((name) => /^ant-.*-leave(-|$)/.test(name))) return true;
  return false;
}
