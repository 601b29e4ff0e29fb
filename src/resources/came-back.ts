import { useCallback } from 'react';
import { useLocation } from 'react-router';

/** What a form that was a page of its own leaves in the history: the record that it was about, or 'new'. */
export interface CameBack {
  readonly cameBackFrom?: string;
}

/** A `ref` for the control that opens such a form: the page around it is a new one, and it has the focus again. */
export function useCameBack(form: string): (control: HTMLElement | null) => void {
  const isBack = (useLocation().state as CameBack | null)?.cameBackFrom === form;
  return useCallback(
    (control) => {
      if (isBack && document.activeElement === document.body) control?.focus({ preventScroll: true });
    },
    [isBack],
  );
}
