import { useListViews, useViewCalls } from '../../providers/calls/list-work';
import type { AnyResource } from '../../schemas/kit/resource';
import type { ChangeList, ListState } from './list-address';

export interface ListColumns {
  readonly names: readonly string[];
  readonly offered: readonly string[];
  readonly chosen: boolean;
  /** Saved for this user and list, and written to the address; null resets to the default. */
  choose(names: readonly string[] | null): void;
}

/** The columns to show: the address's, otherwise those saved by the user, otherwise the role's, otherwise the list's own. */
export function useListColumns(
  resource: AnyResource,
  page: { readonly state: ListState; readonly change: ChangeList },
  own: readonly string[],
  offered: readonly string[],
): ListColumns {
  const views = useListViews(resource.name);
  const calls = useViewCalls(resource.name);
  const saved = (views?.columns ?? views?.role_columns)?.filter((name) => offered.includes(name)); // a field may be gone since
  const wanted = page.state.columns ?? saved ?? own;
  return {
    names: wanted.length ? wanted : own,
    offered,
    chosen: (page.state.columns ?? views?.columns ?? null) !== null,
    choose(names) {
      page.change({ columns: names ?? [] }, { replace: true });
      void calls.keep({ columns: names ?? [] }).catch(() => undefined); // the address holds them for now
    },
  };
}
