import type { ReactNode } from 'react';
import { plainText } from '../../resources/kind-looks';
import type { Column } from '../../resources/list/data-table';
import { leadNumbers } from '../../schemas/calls/dialer';
import { calls, type Call } from '../../schemas/leads/calls';
import type { Lead } from '../../schemas/leads/leads';
import { PhoneLink } from '../../ui/leads/contact';
import { callCostText, seesCallCosts } from '../../ui/leads/call-cost';
import { labelOf, leadName } from '../../ui/leads/lead-text';
import { phoneText } from '../../schemas/kit/phone-text';
import { OpenedText } from '../../ui/marks/opened-text';
import { Tag } from '../../ui/marks/tag';
import { twoLines } from '../../ui/marks/two-lines';
import { fullTime } from '../../ui/time/dates';
import { clockText } from '../../ui/time/use-seconds';
import { Time } from '../../ui/time/time';
import { Recording } from '../../ui/leads/recording';

/** The columns of a lead's calls. With `mayCall` a number is called by a click. */
export function callColumns(lead: Lead, mayCall: boolean): readonly Column<Call>[] {
  const of = mayCall ? { leadId: String(lead.id), name: leadName(lead) } : null;
  const numberOf = (phone: unknown) => leadNumbers.find((name) => phone === lead[name]) ?? null;
  return [
    {
      name: 'started_at',
      title: 'When, via',
      width: 164,
      sortable: true,
      cell: (row) =>
        twoLines(<Time at={row.started_at} hour />, row.virtual_number ? `via ${phoneText(row.virtual_number)}` : ''),
    },
    { name: 'outcome', title: 'Status, direction', width: 142, cell: statusCell },
    {
      name: 'phone',
      title: 'Number, user',
      width: 132,
      cell: (row) => twoLines(<PhoneLink value={row.phone} of={of} number={numberOf(row.phone)} />, labelOf(row, 'user_id')),
    },
    { name: 'summary', title: 'Summary, stage', width: 158, cell: summaryCell },
    {
      name: 'recording_url',
      title: seesCallCosts() ? 'Recording, talk, cost' : 'Recording, talk',
      width: 192,
      cell: recordingCell,
    },
  ];
}

/** The comment or note, and below it the stage at the call. */
const summaryCell = ({ summary, disposition }: Call): ReactNode => twoLines(<OpenedText text={summary} />, disposition ?? '');

/** A call on a phone: what the columns say, and the player. */
export function CallCard({ row, columns }: { row: Call; columns: readonly Column<Call>[] }): ReactNode {
  const cell = (name: string): ReactNode => columns.find((column) => column.name === name)?.cell(row);
  return (
    <div className="p-card-main lp-call">
      <strong className="p-card-name">{cell('started_at')}</strong>
      <div className="lp-call-row">
        {cell('outcome')}
        {cell('phone')}
      </div>
      {row.summary || row.disposition ? cell('summary') : null}
      {row.recording_url || factsOf(row) ? cell('recording_url') : null}
    </div>
  );
}

/** Below the outcome: which way it went. */
function statusCell({ direction, outcome, talk_s }: Call): ReactNode {
  const tone = !outcome ? 'blue' : talk_s ? 'green' : outcome === 'missed' ? 'red' : 'grey';
  const text = outcome ? plainText(calls, 'outcome', outcome) : 'In progress';
  return twoLines(<Tag tone={tone}>{text}</Tag>, plainText(calls, 'direction', direction));
}

/** Below the player: how long they talked, how long it rang, and what it cost. */
function recordingCell(row: Call): ReactNode {
  const { id, recording_url: url, started_at } = row;
  const facts = factsOf(row);
  return url ? twoLines(<Recording callId={id} url={url} of={`Call of ${fullTime(started_at)}`} />, facts) : facts || '–';
}
const factsOf = (row: Call): string =>
  [row.talk_s ? clockText(row.talk_s) : '', ringText(row), seesCallCosts() ? callCostText(row) : ''].filter(Boolean).join(' · ');

/** How long it rang until it was answered, or ended. */
function ringText({ started_at: began, answered_at: answered, ended_at: ended }: Call): string {
  const end = answered ?? ended;
  return began && end ? `rang ${Math.max(0, Math.round((Date.parse(end) - Date.parse(began)) / 1000))} s` : '';
}
