import { createStore, useStore } from '../store';

/** The build that this document belongs to; undefined in development. */
const own = typeof document === 'undefined' ? undefined : document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;
const newer = createStore(false);

/** Reads the server's build from an answer. */
export function noteBuild(build: string | null, page = own): void {
  if (build) newer.set(Boolean(page && build !== page));
}

/** Does the server run another build than this page? */
export const useNewBuild = (): boolean => useStore(newer);
