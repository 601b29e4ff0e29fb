import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../providers/session/session';
import type { Column } from '../../resources/list/data-table';
import { columnOf } from '../../resources/list/list-columns';
import { counted } from '../../schemas/kit/counted';
import { leadPath } from '../../schemas/kit/lead-page';
import type { AnyResource } from '../../schemas/kit/resource';
import type { FollowUp } from '../../schemas/leads/follow-ups';
import { PhoneLink } from '../../ui/leads/contact';
import { labelOf } from '../../ui/leads/lead-text';
import { StageTag } from '../../ui/leads/stage-tag';
import { cutText } from '../../ui/marks/cut-text';
import { DueTime, Time } from '../../ui/time/time';

type ColorOf = (stage: string | null | undefined) => string | null;

/** The columns of the list; the lead comes first because the row opens it. */
const designed = (entityName: string, colorOf: ColorOf): Column<FollowUp>[] => [
  { name: 'lead_id', title: 'Lead', width: 220, cell: (row) => <LeadLink row={row} /> },
  {
    name: 'call_date_time',
    title: 'Time',
    width: 150,
    sortable: true,
    cell: (row) => <DueTime at={row.call_date_time} done={row.state === 'done'} />,
  },
  {
    name: 'lead_phone',
    title: 'Phone',
    width: 122,
    cell: (row) => <PhoneLink value={row.lead_phone} of={{ leadId: row.lead_id, name: labelOf(row, 'lead_id') }} />,
  },
  {
    name: 'btn_message',
    title: 'Stage',
    width: 200,
    cell: (row) => <StageTag name={row.btn_message ?? ''} color={colorOf(row.btn_message)} sub={row.sub_stage ?? null} />,
  },
  { name: 'clg_name', title: entityName, width: 170, cell: (row) => cutText(row.clg_name) },
  { name: 'done_reason', title: 'Outcome', width: 200, cell: (row) => cutText(row.done_reason) },
  { name: 'note', title: 'Comment', width: 260, cell: (row) => cutText(row.note) },
  { name: 'created_by', title: 'Created by', width: 140, cell: (row) => cutText(labelOf(row, 'created_by')) },
  { name: 'created_date', title: 'Created', width: 130, cell: (row) => <Time at={row.created_date} /> },
  { name: 'reschedule_count', title: 'Rescheduled', width: 190, cell: (row) => rescheduled(row.reschedule_count ?? 0) },
];
export const doneColumns: readonly string[] = designed('', () => null).map(({ name }) => name);
/** How it went is known once it is done. */
export const columnNames: readonly string[] = doneColumns.filter((name) => name !== 'done_reason');

/** The chosen columns: those above with their own cells, other fields as their kind shows them. */
export function useFollowUpColumns(
  resource: AnyResource,
  names: readonly string[],
  colorOf: ColorOf,
): readonly Column<FollowUp>[] {
  const entityName = useSession()?.persisted.tenant.entity_name ?? 'College';
  const shown = names.join();
  return useMemo(() => {
    const own = designed(entityName, colorOf);
    return shown
      .split(',')
      .map((name, index) => own.find((column) => column.name === name) ?? columnOf<FollowUp>(resource, name, index === 0));
  }, [resource, shown, entityName, colorOf]);
}

export function LeadLink({ row, look = 'p-cut fu-name' }: { row: FollowUp; look?: string }): ReactNode {
  const name = labelOf(row, 'lead_id');
  return (
    <Link className={look} to={leadPath(row.lead_id)} title={name}>
      {name}
    </Link>
  );
}

function rescheduled(times: number): string {
  if (times === 0) return '–';
  return times === 1 ? 'Once' : counted(times, 'time');
}
