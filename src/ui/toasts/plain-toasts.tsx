import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
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

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

/** A short message that outlives the page it came from. */
export function showToast(kind: Toast['kind'], text: string, action?: ToastAction): void {
  openToast(kind, text, action);
}

/** The same; answers what `closeToast` takes. */
export function openToast(kind: Toast['kind'], text: string, action?: ToastAction): number {
  const id = (last += 1);
  set([...toasts, { id, kind, text, ...(action ? { action } : {}) }]);
  setTimeout(() => closeToast(id), action ? 12_000 : kind === 'success' ? 3000 : 5000);
  return id;
}

/** Where they appear; mounted once, beside everything else. */
export function PlainToasts(): ReactNode {
  const shown = useSyncExternalStore(subscribe, current, current);
  useEffect(() => () => set([]), []); // what nobody shows any more
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

export const closeToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id));
function set(next: readonly Toast[]): void {
  toasts = next;
  for (const tell of listeners) tell();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const current = (): readonly Toast[] => toasts;
