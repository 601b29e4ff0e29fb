import { useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import type { ReportSpec } from '../../schemas/kit/report';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon } from '../../ui/marks/icon';

const ScheduleDialog = onDemand('schedule-dialog', () => import('./schedule-dialog'));

/** For those who may export the report: sends it by email at a fixed time. */
export function ScheduleButton({ spec, title }: { spec: ReportSpec; title: string }): ReactNode {
  const may = useMayDo(`report-${spec.name}`);
  const [open, setOpen] = useState(false);
  if (!may('export')) return null;
  return (
    <>
      <button type="button" className="p-chip" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="mail" size={14} /> Schedule
      </button>
      {open ? <ScheduleDialog spec={spec} title={title} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
