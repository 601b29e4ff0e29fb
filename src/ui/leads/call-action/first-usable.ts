import { useEffect } from 'react';
import type { CallActionState } from './use-call-action';

/** Stage, else Sub Stage, else Comment, whichever can be used; never away from a field somebody already works in. */
export function focusFirstUsable(): void {
  const form = document.querySelector('.ca-form:not([aria-busy])');
  if (form?.querySelector(':focus:not([disabled])')) return;
  form?.querySelector<HTMLElement>('#ca-stage:not([disabled]), #ca-sub:not([disabled]), #ca-message')?.focus();
}

/**
 * The same when it turns out which fields can be used: the stage of an enrolled lead is fixed. For the form itself, whose effects
 * run when its own fields stand; the dialog around it may be drawn earlier or later.
 */
export function useFirstUsable({ lead, stage, stageDisabled }: CallActionState, takesFocus: boolean): void {
  const known = lead !== undefined;
  const fixing = stageDisabled && !stage;
  useEffect(() => {
    if (takesFocus) focusFirstUsable();
  }, [takesFocus, known, fixing]);
}
