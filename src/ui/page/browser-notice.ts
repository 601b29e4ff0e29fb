import { brandName } from './page-title';

type Notices = typeof Notification;
function notices(): Notices | undefined {
  const { Notification: own }: { readonly Notification?: Notices } = window;
  return own;
}

/** May this page show notifications of the browser's own? Asks its user once; call it from a press. */
export async function mayShow(): Promise<boolean> {
  const own = notices();
  if (!own) return false;
  const now = own.permission === 'default' ? await own.requestPermission() : own.permission;
  return now === 'granted';
}

/** A notification of the browser's own while nobody looks at this page; several tabs show one of a name once. A press comes back here. */
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
    // A browser that shows them from a worker alone (on phones): the bell tells it.
  }
}
