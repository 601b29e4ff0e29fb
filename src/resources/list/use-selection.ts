import { useMemo, useState } from 'react';

type Key = string | number;
export interface Selection {
  readonly chosen: ReadonlySet<Key>;
  /** All rows that match the list's filters, on other pages too. */
  readonly all: boolean;
  readonly size: number;
  /**
   * Whether something is selected. "All matching" stays selected while a change removes the rows from the list, so that the
   * result stays visible.
   */
  readonly any: boolean;
  toggle(key: Key): void;
  toggleAll(): void;
  chooseAll(): void;
  clear(): void;
}

/** Selected rows, kept from page to page, cleared when the filters change. */
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- keys are compared by their text
  }, [now.chosen, now.all, query, keys.join()]);
}
