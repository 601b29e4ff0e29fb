import { useEffect } from 'react';
import type { CallActionState } from './use-call-action';

/** Stage, otherwise Sub Stage, otherwise Comment, the first that is enabled; never away from a field that is in use. */
export function focusFirstUsable(): void {
  const form = document.querySelector('.ca-form:not([aria-busy])');
  if (form?.querySelector(':focus:not([disabled])')) return;
  form?.querySelector<HTMLElement>('#ca-stage:not([disabled]), #ca-sub:not([disabled]), #ca-message')?.focus();
}

/**
 * The same once it is known which fields are enabled: the stage of an enrolled lead is fixed. Used by the form itself, whose
 * effects run when its own fields are mounted; the dialog around it may render earlier or later.
 */
export function useFirstUsable({ lead, stage, stageDisabled }: CallActionState, takesFocus: boolean): void {
  const known = lead !== undefined;
  const fixing = stageDisabled && !stage;
  useEffect(() => {
    if (takesFocus) focusFirstUsable();
  }, [takesFocus, known, fixing]);
}
