import { useSyncExternalStore } from 'react';

/** Something that happens, and those who listen to it. */
export interface Emitter<About extends readonly unknown[] = []> {
  /** Listens from now on; answers how to stop. */
  readonly on: (listener: (...about: About) => void) => () => void;
  readonly tell: (...about: About) => void;
}

/**
 * An event. Listeners are called in the order in which they came; one removed during the call is not called any more, one added
 * during it is called from the next time on. An error of a listener is logged; the others are still called.
 */
export function createEvent<About extends readonly unknown[] = []>(): Emitter<About> {
  const listeners = new Set<(...about: About) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(...about) {
      const before = [...listeners];
      for (const listener of before) {
        if (!listeners.has(listener)) continue;
        try {
          listener(...about);
        } catch (error) {
          console.error(error);
        }
      }
    },
  };
}

/** What `useStore` follows. A value that is kept elsewhere (local storage, a media query) is one by its own `get`. */
export interface Followed<T> {
  /** The same value, by identity, until it changed. */
  readonly get: () => T;
  /** Stays the same function, or the component listens again with each drawing. */
  readonly subscribe: (changed: () => void) => () => void;
}
export interface Store<T> extends Followed<T> {
  /** Tells who listens, unless it is the value that is there. */
  readonly set: (next: T) => void;
}

/** A value outside React that lives as long as the page. */
export function createStore<T>(first: T): Store<T> {
  let value = first;
  const changed = createEvent();
  return {
    get: () => value,
    subscribe: changed.on,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      changed.tell();
    },
  };
}

/** The value now; renders again when it changes. Without a browser (at build time) it is `atBuild`'s, if that is given. */
export const useStore = <T>({ get, subscribe }: Followed<T>, atBuild: () => T = get): T =>
  useSyncExternalStore(subscribe, get, atBuild);
