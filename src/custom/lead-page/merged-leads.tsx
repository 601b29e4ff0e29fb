import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { leadUnmerge, type LeadsUnmerged } from '../../schemas/calls/lead-merge';
import type { MergeOfLead } from '../../schemas/kit/lead-merge';
import { counted } from '../../schemas/kit/counted';
import type { Lead } from '../../schemas/leads/leads';
import { ask } from '../../ui/dialogs/ask';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { Icon } from '../../ui/marks/icon';
import { shortTime } from '../../ui/time/dates';
import { toasts } from '../../ui/toasts/toasts';

/** What was merged into this lead, as long as it can be undone. */
export default function MergedLeads({ lead, merges }: { lead: Lead; merges: readonly MergeOfLead[] }): ReactNode {
  const mayUndo = useMayChangeLead(String(lead.id), leadUnmerge);
  const groups = [...new Set(merges.map(({ group_id }) => group_id))];
  return groups.map((id) => <Merged key={id} group={merges.filter(({ group_id }) => group_id === id)} mayUndo={mayUndo} />);
}

/** The leads of one step return together. */
function Merged({ group, mayUndo }: { group: readonly MergeOfLead[]; mayUndo: boolean }): ReactNode {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [merge] = group;
  if (!merge) return null;
  const names = new Intl.ListFormat('en').format(group.map(({ lost_name }) => lost_name ?? 'another lead'));
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data } = await call(leadUnmerge, { merge_id: merge.id });
      toasts.success(undoneText(names, group.length, data));
    } catch (error) {
      toasts.error(error);
    }
    setBusy(false);
    refreshLeadWork(client);
  };
  const asked = (): void =>
    ask({
      title: `Undo the merge with ${names}?`,
      content: 'What moved goes back. What was added or changed since stays here.',
      okText: 'Undo merge',
      onOk: undo,
    });
  return (
    <div className="lp-merged">
      <Icon name="users" size={14} />
      <span title={`Merged by ${merge.by_name ?? 'the system'}. It can be undone until ${shortTime(merge.until)}.`}>
        Merged with {names}, {shortTime(merge.at)}
      </span>
      {mayUndo ? (
        <button type="button" className="p-link" disabled={busy} onClick={asked}>
          Undo merge
        </button>
      ) : null}
    </div>
  );
}

function undoneText(names: string, count: number, { gone, kept_changes }: LeadsUnmerged): string {
  const kept = kept_changes.length ? ` Changed since and kept: ${kept_changes.join(', ')}.` : '';
  const missing = gone ? ` ${counted(gone, 'record')} had been deleted or moved since.` : '';
  return `${names} ${count > 1 ? 'are separate leads' : 'is a separate lead'} again.${kept}${missing}`;
}
