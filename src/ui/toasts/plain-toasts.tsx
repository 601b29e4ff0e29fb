import { useEffect, type ReactNode } from 'react';
import { createStore, useStore } from '../../providers/store';
import './plain-toasts.css';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'warning' | 'error';
  readonly text: string;
  readonly action?: ToastAction;
}

const toasts = createStore<readonly Toast[]>([]);
let last = 0;

/** A short message that outlives the page it came from. The same one again takes the place of the first: it does not pile up. */
export function showToast(kind: Toast['kind'], text: string, action?: ToastAction): void {
  const same = action ? undefined : toasts.get().find((one) => one.kind === kind && one.text === text && !one.action);
  if (same) closeToast(same.id);
  openToast(kind, text, action);
}

/** The same; returns the argument for `closeToast`. Given that of an earlier toast, it takes its place. */
export function openToast(kind: Toast['kind'], text: string, action?: ToastAction, id = (last += 1)): number {
  const toast: Toast = { id, kind, text, ...(action ? { action } : {}) };
  const shown = toasts.get();
  toasts.set(shown.some((one) => one.id === id) ? shown.map((one) => (one.id === id ? toast : one)) : [...shown, toast]);
  clearTimeout(ends.get(id));
  ends.set(
    id,
    setTimeout(() => closeToast(id), action ? 12_000 : kind === 'success' ? 3000 : 5000),
  );
  return id;
}
const ends = new Map<number, ReturnType<typeof setTimeout>>();

/** Where toasts appear; mounted once, next to everything else. */
export function PlainToasts(): ReactNode {
  const shown = useStore(toasts);
  useEffect(() => () => toasts.set([]), []); // what nobody shows any more
  return (
    <div className="p-toasts" role="status" aria-live="polite">
      {shown.map(({ id, kind, text, action }) => (
        <div key={id} className={`p-toast p-toast-${kind}`} role={kind === 'success' ? undefined : 'alert'}>
          <span>{text}</span>
          {action ? (
            <button
              type="button"
              onClick={() => {
                closeToast(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}

export function closeToast(id: number): void {
  clearTimeout(ends.get(id));
  ends.delete(id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
