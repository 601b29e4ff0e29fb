import { useSearchParams } from 'react-router-dom';
import type { PeopleChosen } from '../../ui/fields/people-filter';

/** Filters of a tab as the address has them; a change of any of them returns to the first page. */
export function usePeopleAddress(tab: string) {
  const [query, setQuery] = useSearchParams();
  const user_ids = query.get('users')?.split(',').filter(Boolean) ?? [];
  const chosen: PeopleChosen = { user_ids, team_id: query.get('team') ?? undefined };
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const change = (next: Readonly<Record<string, string | undefined>>): void => {
    const kept = { ...Object.fromEntries(query), tab, page: undefined, activateCsvExportTab: undefined, ...next };
    setQuery(Object.fromEntries(Object.entries(kept).flatMap(([name, value]) => (value ? [[name, value]] : []))), {
      replace: true,
    });
  };
  return {
    query,
    chosen,
    page,
    change,
    choose: ({ user_ids: ids, team_id: team }: PeopleChosen) => change({ users: ids.join(','), team }),
  } as const;
}
