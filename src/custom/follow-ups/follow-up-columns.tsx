import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Column } from '../../resources/list/data-table';
import type { FollowUpRow } from '../../schemas/calls/call-actions';
import { PhoneLink } from '../../ui/leads/contact';
import { StageTag } from '../../ui/leads/stage-tag';
import { DueTime, Time } from '../../ui/time/time';
import { leadPath } from '../../schemas/kit/lead-page';

/** The columns of the list; the lead first, because it is what the row opens. */
export function followUpColumns(
  entityName: string,
  colorOf: (stage: string | null | undefined) => string | null,
): Column<FollowUpRow>[] {
  return [
    {
      name: 'lead_name',
      title: 'Lead',
      width: 220,
      cell: (row) => (
        <Link className="p-cut fu-name" to={leadPath(row.lead_id)} title={row.lead_name}>
          {row.lead_name}
        </Link>
      ),
    },
    {
      name: 'call_date_time',
      title: 'Time',
      width: 150,
      cell: (row) => <DueTime at={row.call_date_time} done={row.state === 'done'} />,
    },
    { name: 'lead_phone', title: 'Phone', width: 122, cell: (row) => <PhoneLink value={row.lead_phone} /> },
    {
      name: 'btn_message',
      title: 'Stage',
      width: 200,
      cell: (row) => <StageTag name={row.btn_message} color={colorOf(row.btn_message)} sub={row.sub_stage} />,
    },
    { name: 'clg_name', title: entityName, width: 170, cell: (row) => cut(row.clg_name) },
    { name: 'note', title: 'Comment', width: 260, cell: (row) => cut(row.note) },
    { name: 'created_by_name', title: 'Created by', width: 140, cell: (row) => cut(row.created_by_name) },
    { name: 'created_date', title: 'Created', width: 130, cell: (row) => <Time at={row.created_date} /> },
    {
      name: 'reschedule_count',
      title: 'Moved',
      width: 190,
      cell: (row) => (row.reschedule_count ? `${row.reschedule_count} ${row.reschedule_count === 1 ? 'time' : 'times'}` : '–'),
    },
  ];
}

const cut = (text: string | null): ReactNode =>
  text ? (
    <span className="p-cut" title={text}>
      {text}
    </span>
  ) : (
    '–'
  );
