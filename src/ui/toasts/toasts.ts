import { Problem, Refusal } from '../../schemas/kit/problem';
import { showToast } from './plain-toasts';
import { messageOf } from '../page/states';

export interface Toasts {
  success(text: string): void;
  warning(text: string): void;
  /** A message, or anything that was thrown: the server's own message, as a warning if it answered with a code (D-053). */
  error(what: unknown): void;
}

/** Short messages at the top. */
export const toasts: Toasts = {
  success: (text) => showToast('success', text),
  warning: (text) => showToast('warning', text),
  error: (what) => {
    if (what instanceof Refusal) showToast('warning', what.message);
    else showToast('error', typeof what === 'string' ? what : what instanceof Problem ? what.message : messageOf(what));
  },
};
