import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { unknownIn } from '../../resources/list/list-address';
import { leadViews, type LeadView } from '../../schemas/calls/leads';
import type { ListFilter } from '../../schemas/kit/list-query';
import { listTypes, ofType, type ListType } from './lead-types';
import { lookParameters, looks } from './use-look';

/** The parameters of the address in addition to the list's own state. */
export const viewParameters = ['type', 'view', 'n_id', 'found', ...lookParameters] as const;

const known = { type: Object.keys(listTypes), view: leadViews, look: Object.keys(looks) };

/** Type and quick view; changing one returns to the first page. */
export function useLeadView(): {
  readonly type: ListType;
  readonly view: LeadView;
  /** The filters that they set, and the notification whose leads are shown (D-079). */
  readonly fixed: readonly ListFilter[];
  /** The search for several phones and emails whose leads are shown. */
  readonly found: string | null;
  /** A type, quick view or look of the address that there is not, as `name=value`. */
  readonly unknown: readonly string[];
  readonly choose: (to: { type?: ListType; view?: LeadView; clear?: boolean }) => void;
} {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('type');
  const type = asked === 'fav' || asked === 'assigned-leads' ? asked : 'all';
  const view = leadViews.find((one) => one === query.get('view')) ?? 'all';
  const notice = type === 'assigned-leads' ? query.get('n_id') : null;
  const found = query.get('found');
  const fixed = useMemo(
    () => [
      ofType(type),
      ...(view === 'all' ? [] : [eq('view', view)]),
      ...(notice ? [eq('n_id', notice)] : []),
      ...(found ? [eq('found', found)] : []),
    ],
    [type, view, notice, found],
  );
  return {
    type,
    view,
    fixed,
    found,
    unknown: unknownIn(query, known),
    choose: (to) => {
      const next = new URLSearchParams(to.clear ? [] : query);
      for (const name of ['page', 'after', 'before']) next.delete(name);
      next.set('type', to.type ?? type);
      if (to.type && to.type !== type) next.delete('n_id');
      if ((to.view ?? view) === 'all') next.delete('view');
      else next.set('view', to.view ?? view);
      setQuery(next);
    },
  };
}
const eq = (field: string, value: string): ListFilter => ({ field, operator: 'eq', values: [value] });
