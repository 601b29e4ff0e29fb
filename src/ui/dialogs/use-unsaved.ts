import { useWarnAboutChange } from '@refinedev/core';
import { useEffect, useRef, useState } from 'react';
import { askToLeave } from './ask-to-leave';
import { backGuards } from './back-guards';
import { unsavedForms } from '../fields/typed-fields';
import { recordIn } from '../../schemas/kit/is-record';

/** Warns while there are unsaved changes; returns what a form does on Cancel and Escape: it asks if needed, and leaves. */
export function useUnsaved(dirty: boolean): (leave: () => void) => void {
  const [left, setLeft] = useState(false);
  const leaving = (leave: () => void, stay?: () => void): void => {
    askToLeave(() => {
      setLeft(true);
      setTimeout(leave); // once the warning is off
    }, stay);
  };
  useUnsavedWarning(dirty && !left);
  useAskedBack(dirty && !left, leaving);
  return (leave) => (dirty ? leaving(leave) : leave());
}

/** The browser asks before the tab closes, refine before a link is followed. */
function useUnsavedWarning(dirty: boolean): void {
  const { setWarnWhen } = useWarnAboutChange();
  useEffect(() => {
    if (!dirty) return undefined;
    const own = {};
    unsavedForms.add(own);
    setWarnWhen?.(true);
    const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => {
      window.removeEventListener('beforeunload', askFirst);
      unsavedForms.delete(own);
      setWarnWhen?.(unsavedForms.size > 0); // the warning is removed with the last of them
    };
  }, [dirty, setWarnWhen]);
}

/**
 * The browser's Back and Forward within the product ask nobody: the address is restored before the router notices, and the
 * navigation is repeated if the user confirms.
 */
function useAskedBack(dirty: boolean, leaving: (leave: () => void, stay: () => void) => void): void {
  const asking = useRef(leaving);
  const here = useRef<number>(undefined);
  const away = useRef(false); // the address is being restored
  useEffect(() => {
    asking.current = leaving;
    if (!away.current) here.current = placeIn(window.history.state);
  });
  useEffect(() => {
    if (!dirty) return undefined;
    let open = false;
    const back = (event: PopStateEvent): void => {
      const to = placeIn(event.state);
      if (to === undefined || here.current === undefined) return; // not a page of the router: a place within this one
      event.stopImmediatePropagation();
      const steps = to - here.current;
      away.current = steps !== 0;
      if (steps === 0) return;
      window.history.go(-steps);
      if (open) return;
      open = true;
      asking.current(
        () => window.history.go(steps),
        () => (open = false),
      );
    };
    backGuards.add(back);
    return () => void backGuards.delete(back);
  }, [dirty]);
}

/** How many pages the router has put before this one. */
const placeIn = (state: unknown): number | undefined => {
  const { idx } = recordIn(state);
  return typeof idx === 'number' ? idx : undefined;
};
