import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { plainText } from '../../resources/kind-looks';
import type { Column } from '../../resources/list/data-table';
import { columnOf } from '../../resources/list/list-columns';
import { leadPath } from '../../schemas/kit/lead-page';
import type { AnyResource } from '../../schemas/kit/resource';
import { leadActivity, type LeadAct } from '../../schemas/leads/lead-activity';
import { labelOf } from '../../ui/leads/lead-text';
import { cutText } from '../../ui/marks/cut-text';
import { twoLines } from '../../ui/marks/two-lines';
import { Time } from '../../ui/time/time';
import { clockText } from '../../ui/time/use-seconds';

const designed: readonly Column<LeadAct>[] = [
  { name: 'lead_id', title: 'Lead', width: 200, cell: (row) => <ActLead row={row} /> },
  {
    name: 'at',
    title: 'When',
    width: 132,
    sortable: true,
    cell: (row) => <Time at={row.at} hour />,
  },
  { name: 'user_id', title: 'User', width: 160, cell: (row) => cutText(doerOf(row)) },
  { name: 'kind', title: 'Act', width: 140, cell: (row) => cutText(plainText(leadActivity, 'kind', row.kind)) },
  { name: 'to_text', title: 'From → To', width: 230, cell: changeCell },
  { name: 'message', title: 'Comment', width: 260, cell: (row) => cutText(row.message) },
  {
    name: 'duration_s',
    title: 'Duration',
    width: 92,
    align: 'end',
    cell: (row) => (row.duration_s ? clockText(row.duration_s) : '–'),
  },
  { name: 'origin', title: 'Origin', width: 104, cell: (row) => plainText(leadActivity, 'origin', row.origin) },
];

/** The chosen columns: those above with their own cells, other fields as their kind shows them. */
export function useActColumns(resource: AnyResource, names: readonly string[]): readonly Column<LeadAct>[] {
  const shown = names.join();
  return useMemo(() => {
    return shown
      .split(',')
      .map((name, index) => designed.find((column) => column.name === name) ?? columnOf<LeadAct>(resource, name, index === 0));
  }, [resource, shown]);
}

/** A person, or the rule or workflow that acted. */
export const doerOf = (row: LeadAct): string => (row.user_id ? labelOf(row, 'user_id') : (row.actor ?? ''));

export function ActLead({ row }: { row: LeadAct }): ReactNode {
  if (!row.lead_id) return '–';
  return (
    <Link className="p-cut la-name" to={leadPath(row.lead_id)} title={labelOf(row, 'lead_id')}>
      {labelOf(row, 'lead_id')}
    </Link>
  );
}

function changeCell({ from_text: from, to_text: to }: LeadAct): ReactNode {
  if (!to && !from) return '–';
  return twoLines(cutText(to), from ? `from ${from}` : '');
}
