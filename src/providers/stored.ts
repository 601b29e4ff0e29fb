/** Texts that the browser stores by key. Where it is blocked or full, they last as long as the page. */
export interface Stored {
  readonly read: (key: string) => string | null;
  /** Undefined removes it. */
  readonly write: (key: string, text: string | undefined) => void;
  readonly keys: () => string[];
}

/** `storage` throws where the browser blocks it, and outside a browser. */
function storedIn(storage: () => Storage): Stored {
  const memory = new Map<string, string>();
  if (typeof window === 'object') window.addEventListener('storage', ({ key }) => key !== null && memory.delete(key));
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => memory.get(key) ?? attempt(() => storage().getItem(key), null),
    write(key, text) {
      memory.delete(key);
      const isStored = text !== undefined && attempt(() => (storage().setItem(key, text), true), false);
      if (isStored) return;
      attempt(() => storage().removeItem(key), undefined); // no older text either
      if (text !== undefined) memory.set(key, text);
    },
    keys: () => [...memory.keys(), ...attempt(() => Object.keys(storage()), [])],
  };
}

/** Shared by all tabs of this browser. */
export const browserStored = storedIn(() => localStorage);
/** Of this tab, also after a reload. */
export const tabStored = storedIn(() => sessionStorage);

/** Undefined where it is not JSON: people can edit what their browser stores. */
export function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
