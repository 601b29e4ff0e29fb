import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { isRecord } from '../schemas/kit/is-record';

/** What a form leaves in the history state: the id of its record, or 'new'. */
export interface ReturnState {
  readonly cameBackFrom?: string;
}

/**
 * A `ref` for the control that opens a form: if the page was mounted again after the form closed, the control gets the focus
 * back.
 */
export function useReturnFocus(form: string): (control: HTMLElement | null) => void {
  const state: unknown = useLocation().state;
  const isBack = isRecord(state) && state['cameBackFrom'] === form;
  return useCallback(
    (control) => {
      const now = document.activeElement;
      if (isBack && (now === document.body || now?.id === 'page')) control?.focus({ preventScroll: true });
    },
    [isBack],
  );
}
