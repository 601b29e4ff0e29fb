import { useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { LineIcon } from '../../ui/marks/line-icon';
import { useNarrow } from '../../ui/page/use-narrow';
import { onDemand } from '../../ui/dialogs/on-demand';

const AddLead = onDemand('add-lead', async () => ({ default: (await import('./add-lead')).AddLead }));

/** Adds a lead from any page; on a phone the list has its own button. */
export function QuickAdd(): ReactNode {
  const may = useMayDo('leads');
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  if (narrow || !may('open') || !may('create')) return null;
  return (
    <>
      <button type="button" className="p-shell-button" aria-label="Quick add lead" title="Add lead" onClick={() => setOpen(true)}>
        <LineIcon path={plus} size={18} />
      </button>
      {open ? <AddLead onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const plus = 'M8 3.2v9.6M3.2 8h9.6';
