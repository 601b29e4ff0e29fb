import type { NotificationProvider } from '@refinedev/core';
import { closeToast, openToast } from '../ui/toasts/plain-toasts';

/** refine's notifications as the product's toasts; one with the same key replaces the earlier one. */
const open = new Map<string, number>();
export const notificationProvider: NotificationProvider = {
  open({ message, description, type, key }) {
    const before = key === undefined ? undefined : open.get(key);
    if (before !== undefined) closeToast(before);
    const id = openToast(type === 'error' ? 'error' : 'success', description && type === 'error' ? description : message);
    if (key !== undefined) open.set(key, id);
  },
  close(key) {
    const id = open.get(key);
    if (id !== undefined) closeToast(id);
    open.delete(key);
  },
};
