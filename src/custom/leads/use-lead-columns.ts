import { useEffect, useMemo, useState } from 'react';
import { useMayDo } from '../../providers/rights';
import { useSession } from '../../providers/session/session';
import type { Column } from '../../resources/list/data-table';
import { leadReassign } from '../../schemas/calls/leads';
import type { AnyResource } from '../../schemas/kit/resource';
import type { Lead } from '../../schemas/leads/leads';
import { leadColumns, shownColumns } from './lead-columns';
import type { withQuickCells } from './quick-cells';

/** The chosen columns of the list, some with a pencil where this person may change the field. */
export function useLeadColumns(
  resource: AnyResource,
  names: readonly string[],
  about: Omit<Parameters<typeof leadColumns>[0], 'entityName'> & { readonly mayChange: (lead: Lead) => boolean },
): readonly Column<Lead>[] {
  const { colorOf, onStar, mayChange } = about;
  const entityName = useSession()?.persisted.tenant.entity_name ?? 'College';
  const mayGive = useMayDo(leadReassign)('update');
  const designed = useMemo(() => leadColumns({ entityName, colorOf, onStar }), [entityName, colorOf, onStar]);
  const quick = useQuickCells();
  const columns = shownColumns(resource, names, designed);
  return quick?.(resource, columns, (lead, field) => mayChange(lead) && (field !== 'user_id' || mayGive)) ?? columns;
}

/** What edits a cell in its place; it loads after the list has been shown. */
function useQuickCells(): typeof withQuickCells | undefined {
  const [found, setFound] = useState<{ readonly withQuickCells: typeof withQuickCells }>();
  useEffect(() => {
    import('./quick-cells').then(setFound, () => undefined); // without it the list is read only
  }, []);
  return found?.withQuickCells;
}
