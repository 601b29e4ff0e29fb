import type { ReactNode } from 'react';
import { plainText } from '../../resources/kind-looks';
import type { Column } from '../../resources/list/data-table';
import { leadNumbers } from '../../schemas/calls/dialer';
import { calls, type Call } from '../../schemas/leads/calls';
import type { Lead } from '../../schemas/leads/leads';
import { PhoneLink } from '../../ui/leads/contact';
import { labelOf, leadName } from '../../ui/leads/lead-text';
import { cutText } from '../../ui/marks/cut-text';
import { Tag } from '../../ui/marks/tag';
import { twoLines } from '../../ui/marks/two-lines';
import { fullTime } from '../../ui/time/dates';
import { lengthText } from '../../ui/time/length-text';
import { Time } from '../../ui/time/time';
import { Recording } from '../../ui/leads/recording';

/** The columns of a lead's calls. With `mayCall` a number is called by a click. */
export function callColumns(lead: Lead, mayCall: boolean): readonly Column<Call>[] {
  const of = mayCall ? { leadId: String(lead.id), name: leadName(lead) } : null;
  const numberOf = (phone: unknown) => leadNumbers.find((name) => phone === lead[name]) ?? null;
  return [
    { name: 'started_at', title: 'When', width: 156, sortable: true, cell: (row) => <Time at={row.started_at} hour /> },
    { name: 'outcome', title: 'Status', width: 124, cell: statusCell },
    { name: 'user_id', title: 'User', width: 118, cell: (row) => cutText(labelOf(row, 'user_id')) },
    {
      name: 'phone',
      title: 'Number',
      width: 108,
      cell: (row) => <PhoneLink value={row.phone} of={of} number={numberOf(row.phone)} />,
    },
    {
      name: 'talk_s',
      title: 'Talk',
      width: 96,
      cell: (row) => twoLines(row.talk_s ? lengthText(row.talk_s) : '–', ringText(row)),
    },
    { name: 'disposition', title: 'Stage at call', width: 132, cell: (row) => cutText(row.disposition) },
    { name: 'recording_url', title: 'Recording, note', width: 186, cell: saidCell },
  ];
}

function statusCell({ direction, outcome, talk_s }: Call): ReactNode {
  const tone = !outcome ? 'blue' : talk_s ? 'green' : outcome === 'missed' ? 'red' : 'grey';
  const text = outcome ? plainText(calls, 'outcome', outcome) : 'In progress';
  return twoLines(<Tag tone={tone}>{text}</Tag>, plainText(calls, 'direction', direction));
}

function saidCell({ id, recording_url: url, started_at, note }: Call): ReactNode {
  if (!url) return cutText(note);
  return twoLines(<Recording callId={id} url={url} of={`Call of ${fullTime(started_at)}`} />, note ?? '');
}

/** How long it rang until it was answered, or ended. */
function ringText({ started_at: began, answered_at: answered, ended_at: ended }: Call): string {
  const end = answered ?? ended;
  return began && end ? `rang ${Math.max(0, Math.round((Date.parse(end) - Date.parse(began)) / 1000))} s` : '';
}
