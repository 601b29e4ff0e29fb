type Guard = (event: PopStateEvent) => void;

/** Who may keep the page when the browser goes back or forward within the product, by stopping the event; the newest one is asked. */
export const backGuards = new Set<Guard>();

/** Called once, before anything is drawn: a window tells its listeners in the order in which they came. */
export function startBackGuards(): void {
  window.addEventListener('popstate', (event) => [...backGuards].at(-1)?.(event));
}
