import type { NotificationProvider } from '@refinedev/core';
import { closeToast, openToast } from '../ui/toasts/plain-toasts';

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
    const id = openToast(isError ? 'error' : 'success', description && isError ? description : message, undo, before);
    if (key !== undefined) open.set(key, id);
  },
  close(key) {
    const id = open.get(key);
    if (id !== undefined) closeToast(id);
    open.delete(key);
  },
};
