import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { isRecord } from '../schemas/kit/is-record';

/** What a form leaves in the history: the record that it was about, or 'new'. */
export interface CameBack {
  readonly cameBackFrom?: string;
}

/** A `ref` for the control that opens a form: where the page around it is a new one after the form, it has the focus again. */
export function useCameBack(form: string): (control: HTMLElement | null) => void {
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
