import type { NotificationProvider } from '@refinedev/core';
import { closeToast, openToast } from '../ui/toasts/plain-toasts';
import { sharedWords } from './shared-words';

/**
 * refine's notifications as the product's toasts; one with the same key replaces the earlier one. 'progress' is the time left to
 * undo a change of `mutationMode: 'undoable'`, every second.
 */
const open = new Map<string, number>();
export const notificationProvider: NotificationProvider = {
  open({ message, description, type, key, cancelMutation, undoableTimeout }) {
    const before = key === undefined ? undefined : open.get(key);
    const undo = cancelMutation && undoableTimeout ? { label: 'Undo', run: cancelMutation } : undefined;
    const isError = type === 'error';
    const id = openToast(isError ? 'error' : 'success', textOf(message, description), undo, before);
    if (key !== undefined) open.set(key, id);
  },
  close(key) {
    const id = open.get(key);
    if (id !== undefined) closeToast(id);
    open.delete(key);
  },
};

/** 'Stream was not saved (error 422)', 'Some Error', or the name of what was thrown. */
const ofRefine = / \(error [^)]*\)$|(Error|Problem|Refusal|RefusedWrite)$/;

/** Both texts of a page's own notification; of refine's, the one that says what happened. */
function textOf(message: string, description: string | undefined): string {
  if (!description || description === sharedWords['notifications.success']) return message;
  return ofRefine.test(message) ? description : `${/[.!?]$/.test(message) ? message : `${message}.`} ${description}`;
}
