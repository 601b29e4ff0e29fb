import type { ReactNode } from 'react';
import { plainText } from '../../resources/kind-looks';
import type { Column } from '../../resources/list/data-table';
import { leadNumbers } from '../../schemas/calls/dialer';
import { calls, type Call } from '../../schemas/leads/calls';
import type { Lead } from '../../schemas/leads/leads';
import { PhoneLink } from '../../ui/leads/contact';
import { labelOf, leadName } from '../../ui/leads/lead-text';
import { phoneText } from '../../schemas/kit/phone-text';
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
    {
      name: 'started_at',
      title: 'When, virtual number',
      width: 150,
      sortable: true,
      cell: (row) =>
        twoLines(<Time at={row.started_at} hour />, row.virtual_number ? `via ${phoneText(row.virtual_number)}` : ''),
    },
    { name: 'outcome', title: 'Status, talk', width: 170, cell: statusCell },
    {
      name: 'phone',
      title: 'Number, user',
      width: 150,
      cell: (row) => twoLines(<PhoneLink value={row.phone} of={of} number={numberOf(row.phone)} />, labelOf(row, 'user_id')),
    },
    { name: 'disposition', title: 'Stage at call', width: 126, cell: stageCell },
    { name: 'recording_url', title: 'Recording, note', width: 192, cell: saidCell },
  ];
}

/** The stage, and below it the sub stage. */
function stageCell({ disposition }: Call): ReactNode {
  const [stage = '', subStage = ''] = (disposition ?? '').split(' / ');
  return twoLines(cutText(stage), subStage);
}

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
      {row.disposition ? <span className="p-quiet">{row.disposition}</span> : null}
      {row.recording_url || row.note ? saidCell(row) : null}
    </div>
  );
}

/** Below the outcome: which way it went, how long they talked, and how long it rang. */
function statusCell(row: Call): ReactNode {
  const { direction, outcome, talk_s } = row;
  const tone = !outcome ? 'blue' : talk_s ? 'green' : outcome === 'missed' ? 'red' : 'grey';
  const text = outcome ? plainText(calls, 'outcome', outcome) : 'In progress';
  const facts = [plainText(calls, 'direction', direction), talk_s ? lengthText(talk_s) : '', ringText(row)];
  return twoLines(<Tag tone={tone}>{text}</Tag>, facts.filter(Boolean).join(' · '));
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
