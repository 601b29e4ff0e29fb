import { brandName } from './page-title';

type Notices = typeof Notification;
function notices(): Notices | undefined {
  const { Notification: own }: { readonly Notification?: Notices } = window;
  return own;
}

/**
 * Asks the user once whether the browser may show notifications for this page; call it from a click handler. Returns the answer.
 */
export async function mayShow(): Promise<boolean> {
  const own = notices();
  if (!own) return false;
  const now = own.permission === 'default' ? await own.requestPermission() : own.permission;
  return now === 'granted';
}

/**
 * Shows a browser notification while this page is hidden; several tabs show one of the same name once. Clicking it focuses this
 * page.
 */
export function showOutside(name: string, text: string): void {
  const own = notices();
  if (own?.permission !== 'granted' || document.visibilityState === 'visible') return;
  try {
    const shown = new own(brandName(), { body: text, tag: name, icon: '/icon-192.png' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
  } catch {
    // Some phone browsers show notifications from a worker only; then the bell is the only sign.
  }
}
