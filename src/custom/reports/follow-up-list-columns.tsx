import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Column } from '../../resources/list/data-table';
import { columnOf } from '../../resources/list/list-columns';
import { leadPath } from '../../schemas/kit/lead-page';
import type { AnyResource } from '../../schemas/kit/resource';
import type { FollowUp } from '../../schemas/leads/follow-ups';
import { PhoneLink } from '../../ui/leads/contact';
import { labelOf } from '../../ui/leads/lead-text';
import { StageTag } from '../../ui/leads/stage-tag';
import { cutText } from '../../ui/marks/cut-text';
import { Tag, type Tone } from '../../ui/marks/tag';
import { dayOf } from '../../ui/time/dates';
import { serverNow } from '../../ui/time/server-clock';
import { Time } from '../../ui/time/time';
import { numberText } from '../../resources/board/number-text';

type ColorOf = (stage: string | null | undefined) => string | null;

const designed = (colorOf: ColorOf): Column<FollowUp>[] => [
  {
    name: 'lead_id',
    title: 'Lead',
    width: 190,
    cell: (row) => (
      <Link className="p-cut" to={leadPath(row.lead_id)}>
        {labelOf(row, 'lead_id')}
      </Link>
    ),
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
    width: 180,
    cell: (row) => <StageTag name={row.btn_message ?? ''} color={colorOf(row.btn_message)} sub={row.sub_stage ?? null} />,
  },
  { name: 'call_date_time', title: 'Due', width: 130, sortable: true, cell: (row) => <Time at={row.call_date_time} /> },
  { name: 'state', title: 'Status', width: 130, cell: (row) => <Status row={row} /> },
  { name: 'created_by', title: 'Created by', width: 140, cell: (row) => cutText(labelOf(row, 'created_by')) },
  { name: 'user_id', title: 'Owner', width: 140, cell: (row) => cutText(labelOf(row, 'user_id')) },
  { name: 'done_by', title: 'Marked by', width: 140, cell: (row) => cutText(labelOf(row, 'done_by')) },
  {
    name: 'done_at',
    title: 'Marked at',
    width: 130,
    sortable: true,
    cell: (row) => (row.done_at ? <Time at={row.done_at} /> : '–'),
  },
  { name: 'note', title: 'Comment', width: 240, cell: (row) => cutText(row.note) },
  { name: 'done_reason', title: 'Outcome', width: 180, cell: (row) => cutText(row.done_reason) },
];
export const columnNames: readonly string[] = designed(() => null).map(({ name }) => name);

/** The chosen columns, and at the end how late each one is or was done. */
export function useFollowUpColumns(
  resource: AnyResource,
  names: readonly string[],
  colorOf: ColorOf,
): readonly Column<FollowUp>[] {
  const shown = names.join();
  return useMemo(() => {
    const own = designed(colorOf);
    const chosen = shown
      .split(',')
      .map((name, index) => own.find((column) => column.name === name) ?? columnOf<FollowUp>(resource, name, index === 0));
    return [
      ...chosen,
      { name: 'delay', title: 'Delay', width: 90, cell: (row) => <span className="p-num">{delayOf(row)}</span> },
    ];
  }, [resource, shown, colorOf]);
}

function Status({ row }: { row: FollowUp }): ReactNode {
  const [text, tone] = statusOf(row);
  return <Tag tone={tone}>{text}</Tag>;
}

/** As the report counts it: in time is by the end of the due day. */
function statusOf({ state, call_date_time: due, done_at: done }: FollowUp): readonly [text: string, tone: Tone] {
  if (state === 'done')
    return done && dayOf(new Date(done)) > dayOf(new Date(due)) ? ['Done late', 'amber'] : ['Done in time', 'green'];
  if (state === 'pending') return Date.parse(due) < serverNow() ? ['Overdue', 'red'] : ['Upcoming', 'blue'];
  return [state === 'replaced' ? 'Replaced' : 'Cancelled', 'grey'];
}

function delayOf({ state, call_date_time: due, done_at: done }: FollowUp): string {
  const until = state === 'done' && done ? Date.parse(done) : serverNow();
  const hours = (until - Date.parse(due)) / 3_600_000;
  if (hours <= 0 || (state !== 'done' && state !== 'pending')) return '–';
  return hours < 48 ? numberText(hours, 'hours') : numberText(hours / 24, 'days');
}
