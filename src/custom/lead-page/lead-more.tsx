import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { deleteRow } from '../../providers/calls/records';
import { tabAction } from '../../providers/screens/lead-tab-action';
import { leadMerge } from '../../schemas/calls/lead-merge';
import { leadRefer } from '../../schemas/calls/lead-referrals';
import { leadPath, type LeadTabName } from '../../schemas/kit/lead-page';
import type { Lead, leads } from '../../schemas/leads/leads';
import { MenuButton } from '../../ui/actions/menu-button';
import { ask } from '../../ui/dialogs/ask';
import { leadName } from '../../ui/leads/lead-text';
import { MergeDialog } from '../../ui/leads/merge-on-demand';
import { QueueDialog } from '../../ui/leads/queue-on-demand';
import { ReferDialog } from '../../ui/leads/refer-on-demand';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { Icon } from '../../ui/marks/icon';
import { toasts } from '../../ui/toasts/toasts';
import { useLeadTabs } from './tabs';

const meetingTab: LeadTabName = 'virtual-meeting-history';

/** What is done less often with a lead: a note, a meeting, refer, merge, put it in a call list, print, copy its number, delete. */
export function LeadMore({ lead }: { lead: Lead }): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayDelete = useMayChangeLead(String(lead.id), 'leads', 'delete');
  const mayNote = useMayChangeLead(String(lead.id), 'notes', 'create');
  const mayPlan = useMayChangeLead(String(lead.id), 'virtual-meetings', 'create');
  const hasMeetings = useLeadTabs(String(lead.id)).some(({ name }) => name === meetingTab);
  const mayRefer = useMayChangeLead(String(lead.id), leadRefer, 'create');
  const mayQueue = useMayChangeLead(String(lead.id), 'leads', 'update');
  const mayMerge = useMayChangeLead(String(lead.id), leadMerge);
  const [asking, setAsking] = useState<'refer' | 'queue' | 'merge'>();
  const Dialog = asking === 'queue' ? QueueDialog : ReferDialog;
  const remove = (): void =>
    ask({
      title: `Delete ${leadName(lead)}?`,
      content: 'The lead leaves every list. An administrator can restore it within 30 days.',
      okText: 'Delete',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await deleteRow<typeof leads>('leads', String(lead.id));
        } catch (error) {
          toasts.error(error);
          return;
        }
        toasts.success(`${leadName(lead)} was deleted.`);
        void navigate('/leads?type=all', { replace: true });
        refreshLeadWork(client);
      },
    });
  return (
    <>
      <MenuButton
        label="More"
        choices={[
          ...(mayNote
            ? [{ label: 'Add note', choose: () => void navigate(leadPath(lead.id), { state: tabAction('note') }) }]
            : []),
          ...(mayPlan && hasMeetings
            ? [
                {
                  label: 'Schedule meeting',
                  choose: () => void navigate(leadPath(lead.id, meetingTab), { state: tabAction('meeting') }),
                },
              ]
            : []),
          ...(mayRefer ? [{ label: 'Refer', choose: () => setAsking('refer') }] : []),
          ...(mayQueue ? [{ label: 'Put in a call list', choose: () => setAsking('queue') }] : []),
          ...(mayMerge ? [{ label: 'Merge', choose: () => setAsking('merge') }] : []),
          { label: 'Print', choose: () => window.setTimeout(() => window.print()) },
          { label: 'Copy lead number', choose: () => void copy(String(lead.id)) },
          ...(mayDelete ? [{ label: 'Delete', choose: remove }] : []),
        ]}
      >
        <Icon name="more" />
      </MenuButton>
      {asking === 'merge' ? (
        <MergeDialog
          leadId={String(lead.id)}
          others={[]}
          onClose={(keptId) => {
            setAsking(undefined);
            if (keptId && keptId !== String(lead.id)) void navigate(leadPath(keptId), { replace: true });
          }}
        />
      ) : asking ? (
        <Dialog
          leads={{ chosen: { lead_ids: [lead.id] }, count: 1, text: leadName(lead) }}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.success('The lead number was copied.');
  } catch {
    toasts.error(new Error('The browser did not allow copying.'));
  }
}
