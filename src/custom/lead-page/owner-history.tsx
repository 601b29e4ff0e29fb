import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { DataTable, type Column } from '../../resources/list/data-table';
import { ListCards } from '../../resources/list/list-cards';
import { leadOwners, type OwnerSpell } from '../../schemas/calls/lead-page';
import { counted } from '../../schemas/kit/counted';
import type { Lead } from '../../schemas/leads/leads';
import { spaced } from '../../ui/leads/record-entry-text';
import { Person } from '../../ui/marks/avatar';
import { cutText } from '../../ui/marks/cut-text';
import { twoLines } from '../../ui/marks/two-lines';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import { Time } from '../../ui/time/time';

/** The tab 'lead-owner-history': who had the lead when, why, and what they did with it. */
export default function OwnerHistory({ lead }: { lead: Lead }): ReactNode {
  const { data, error, refetch } = useCall(leadOwners, { id: String(lead.id) }, { retry: false });
  const mayRules = useMayDo('rules')('read');
  const narrow = useNarrow();
  if (error && !data) return <ErrorState what="The owners could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0)
    return (
      <EmptyState title="Nobody has owned this lead yet" icon="users">
        Each change of owner appears here with its reason.
      </EmptyState>
    );
  const shown = { columns: columnsOf(mayRules), rows: data ?? [], keyOf: (row: OwnerSpell) => row.id, loading: !data };
  if (narrow) return <ListCards {...shown} card={(row) => <OwnerCard row={row} mayRules={mayRules} />} />;
  return <DataTable {...shown} label="Owners" sort={[]} onSort={() => undefined} expected={3} />;
}

const columnsOf = (mayRules: boolean): readonly Column<OwnerSpell>[] => [
  {
    name: 'to',
    title: 'To, from',
    width: 184,
    cell: (row) => twoLines(row.to_name ? <Person name={row.to_name} /> : 'Nobody', row.from_name ? `from ${row.from_name}` : ''),
  },
  { name: 'at', title: 'When', width: 136, cell: (row) => <Time at={row.at} hour /> },
  { name: 'by', title: 'By, why', width: 144, cell: (row) => twoLines(<By row={row} mayRules={mayRules} />, whyText(row)) },
  { name: 'held', title: 'Held', width: 100, cell: (row) => twoLines(heldText(row), row.to_id && !row.until ? 'still' : '') },
  { name: 'acts', title: 'Acts', width: 224, cell: (row) => twoLines(cutText(actsText(row)), firstText(row)) },
];

/** A rule leads to its page, which shows its conditions and runs. */
function By({ row, mayRules }: { row: OwnerSpell; mayRules: boolean }): ReactNode {
  const name = row.by_name ?? 'The system';
  if (row.rule_id && mayRules && name.startsWith("Rule '"))
    return (
      <Link className="p-cut" to={`/rule-engine/${encodeURIComponent(row.rule_id)}`} title={name}>
        {name}
      </Link>
    );
  return cutText(name);
}

function OwnerCard({ row, mayRules }: { row: OwnerSpell; mayRules: boolean }): ReactNode {
  return (
    <div className="p-card-main">
      <strong className="p-card-name">{row.to_name ?? 'Nobody'}</strong>
      <span className="p-card-line">
        <span>
          <Time at={row.at} hour /> · {heldText(row)}
          {row.to_id && !row.until ? ', still' : ''}
        </span>
      </span>
      <span className="p-card-line">
        <By row={row} mayRules={mayRules} />
      </span>
      <span className="p-card-line">
        {[whyText(row), actsText(row), firstText(row)].filter((text) => text && text !== '–').join(' · ')}
      </span>
    </div>
  );
}

const whyText = ({ reason, note }: OwnerSpell): string =>
  [reason ? (reasons[reason] ?? spaced(reason)) : '', note].filter(Boolean).join(': ') || '–';
const reasons: Readonly<Record<string, string>> = {
  manual: 'Assigned by hand',
  bulk: 'Assigned in bulk',
  api: 'By API',
  referral: 'Referral accepted',
  allocation: 'Allocation',
  assignment_rule: 'Assignment rule',
  rule_engine: 'Rule or workflow',
  import: 'Import',
  deactivated_user: 'Owner deactivated',
  merge: 'Leads merged',
};
function heldText({ to_id, days }: OwnerSpell): string {
  if (to_id === null) return '–';
  return days === 0 ? 'under a day' : counted(days, 'day');
}
function actsText({ to_id, calls, stages, notes, messages, follow_ups, others }: OwnerSpell): string {
  if (to_id === null) return '–';
  const parts = [
    calls ? counted(calls, 'call') : '',
    stages ? counted(stages, 'stage') : '',
    notes ? counted(notes, 'note') : '',
    messages ? counted(messages, 'message') : '',
    follow_ups ? counted(follow_ups, 'follow-up') : '',
    others ? counted(others, 'other act') : '',
  ].filter(Boolean);
  return parts.length ? parts.join(', ') : 'none';
}
function firstText({ first_act_s: seconds }: OwnerSpell): string {
  if (seconds === null) return '';
  if (seconds < 3600) return `first after ${Math.max(1, Math.round(seconds / 60))} min`;
  return `first after ${seconds < 86_400 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`}`;
}
