import { useSearchParams } from 'react-router-dom';

export const looks = { table: 'Table', board: 'Board', calendar: 'Calendar' } as const;
export type Look = keyof typeof looks;

/** How the leads are shown: `look=board|calendar` in the address, `span=week` and `day=2026-03-12` of the calendar. */
export const lookParameters = ['look', 'span', 'day'] as const;

export function useLook(): { readonly look: Look; readonly setLook: (look: Look) => void } {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('look');
  return {
    look: asked === 'board' || asked === 'calendar' ? asked : 'table',
    setLook: (look) => {
      const next = new URLSearchParams(query);
      for (const name of lookParameters) next.delete(name);
      if (look !== 'table') next.set('look', look);
      setQuery(next);
    },
  };
}
