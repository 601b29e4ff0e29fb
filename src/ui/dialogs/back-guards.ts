type Guard = (event: PopStateEvent) => void;

/** Guards that can stop the browser's Back and Forward within the product, by stopping the event; the newest one is asked. */
export const backGuards = new Set<Guard>();

/** Called once, before anything is rendered, because a window calls its listeners in the order in which they were added. */
export function startBackGuards(): void {
  window.addEventListener('popstate', (event) => [...backGuards].at(-1)?.(event));
}
