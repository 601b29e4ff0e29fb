import { useMemo, useState } from 'react';

type Key = string | number;
export interface Selection {
  readonly chosen: ReadonlySet<Key>;
  /** All that match the list's filters, the rows of other pages included. */
  readonly all: boolean;
  readonly size: number;
  /** Is something chosen? All that match stay chosen while a change takes them out of the list, so that its outcome is seen. */
  readonly any: boolean;
  toggle(key: Key): void;
  toggleAll(): void;
  chooseAll(): void;
  clear(): void;
}

/** Chosen rows, kept from page to page, gone when the filters change. */
export function useSelection(keys: readonly Key[], query: string): Selection {
  const [state, setState] = useState<{ chosen: ReadonlySet<Key>; all: boolean; query: string }>({
    chosen: new Set(),
    all: false,
    query,
  });
  const now = state.query === query ? state : { chosen: new Set<Key>(), all: false, query };
  return useMemo(() => {
    const put = (chosen: ReadonlySet<Key>, all = false): void => setState({ chosen, all, query });
    const shown = now.all ? new Set(keys) : now.chosen;
    return {
      chosen: shown,
      all: now.all,
      size: shown.size,
      any: now.all || shown.size > 0,
      toggle(key) {
        const next = new Set(shown);
        if (!next.delete(key)) next.add(key);
        put(next);
      },
      toggleAll: () => put(keys.every((key) => shown.has(key)) ? new Set() : new Set([...shown, ...keys])),
      chooseAll: () => put(new Set(), true),
      clear: () => put(new Set()),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- keys by their text
  }, [now.chosen, now.all, query, keys.join()]);
}
