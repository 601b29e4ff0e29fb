import { useSyncExternalStore, type ReactNode } from 'react';
import './plain-toasts.css';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
  readonly action?: ToastAction;
}

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

/** A short message that outlives the page it came from: for sign-in, sign-out and calls that no page waits for. */
export function showToast(kind: Toast['kind'], text: string, action?: ToastAction): void {
  const id = (last += 1);
  set([...toasts, { id, kind, text, ...(action ? { action } : {}) }]);
  setTimeout(() => close(id), action ? 12_000 : 5000);
}

/** Where they appear; mounted once, beside everything else. */
export function PlainToasts(): ReactNode {
  const shown = useSyncExternalStore(subscribe, current, current);
  return (
    <div className="p-toasts" role="status" aria-live="polite">
      {shown.map(({ id, kind, text, action }) => (
        <div key={id} className={`p-toast p-toast-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
          <span>{text}</span>
          {action ? (
            <button
              type="button"
              onClick={() => {
                close(id);
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

const close = (id: number): void => set(toasts.filter((toast) => toast.id !== id));
function set(next: readonly Toast[]): void {
  toasts = next;
  for (const tell of listeners) tell();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const current = (): readonly Toast[] => toasts;
