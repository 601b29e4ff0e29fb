import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../../providers/calls/call';
import { refreshLeadWork, useLead } from '../../../providers/calls/lead-calls';
import { newKey } from '../../../providers/calls/new-key';
import { useMayDo } from '../../../providers/rights';
import { leadMerge } from '../../../schemas/calls/lead-merge';
import { leadsApart } from '../../../schemas/calls/lead-suspects';
import { unmergeHours } from '../../../schemas/kit/lead-merge';
import type { Lead } from '../../../schemas/leads/leads';
import { useFocusBack } from '../../dialogs/use-focus-back';
import { FormRefused } from '../../forms/form-refused';
import { ErrorState, messageOf } from '../../page/states';
import { toasts } from '../../toasts/toasts';
import { leadName } from '../lead-text';
import { LeadSearch } from './lead-search';
import { MergeTable } from './merge-table';
import type { Choices, Side } from './merge-values';
import './merge.css';

export interface MergeDialogProps {
  readonly leadId: string;
  /** Leads that may be the same person; without any the dialog asks for one. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
  /** With the key of the lead that stays, where they were merged. */
  readonly onClose: (keptId?: string) => void;
}

/** Two leads side by side: which of them stays, and which value of each field. */
export function MergeDialog({ leadId, others, onClose }: MergeDialogProps): ReactNode {
  useFocusBack();
  const [chosen, setChosen] = useState(others[0]?.id ?? '');
  const one = useLead(leadId);
  return (
    <Modal open width={860} title="Compare and merge" footer={null} className="mg" onCancel={() => onClose()}>
      {others.length > 1 ? (
        <Segmented
          aria-label="Compare with"
          value={chosen}
          onChange={setChosen}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      {others.length ? null : <LeadSearch not={leadId} value={chosen} onChange={setChosen} />}
      {one.isError ? (
        <ErrorState what="The lead could not be loaded" error={one.error} onRetry={() => void one.refetch()} />
      ) : one.data && chosen ? (
        <Pair key={chosen} lead={one.data} otherId={chosen} isSuspect={others.length > 0} onClose={onClose} />
      ) : chosen ? (
        <Bones />
      ) : (
        <p className="p-quiet mg-hint">Choose the lead that is the same person. Nothing is merged yet.</p>
      )}
    </Modal>
  );
}

const Bones = (): ReactNode => (
  <div className="mg-bones" aria-busy="true" aria-label="Loading">
    <span className="p-bone" />
    <span className="p-bone" />
    <span className="p-bone" />
  </div>
);

function Pair({
  lead,
  otherId,
  isSuspect,
  onClose,
}: {
  lead: Lead;
  otherId: string;
  isSuspect: boolean;
  onClose: (keptId?: string) => void;
}): ReactNode {
  const client = useQueryClient();
  const other = useLead(otherId);
  const mayMerge = useMayDo(leadMerge)('update');
  const [keeps, setKeeps] = useState<'this' | 'other'>('this');
  const [choices, setChoices] = useState<Choices>({});
  const [clientRef, setClientRef] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  if (other.isError)
    return <ErrorState what="The lead could not be loaded" error={other.error} onRetry={() => void other.refetch()} />;
  if (!other.data) return <Bones />;
  const [kept, lost] = keeps === 'this' ? [lead, other.data] : [other.data, lead];
  const turn = (next: 'this' | 'other'): void => {
    setKeeps(next);
    // The values that were chosen stay chosen.
    setChoices(Object.fromEntries(Object.entries(choices).map(([field, side]) => [field, opposite(side)])));
  };
  const merge = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      const { message } = await call(leadMerge, {
        kept_id: String(kept.id),
        lost_id: String(lost.id),
        choices,
        kept_version: kept.row_version,
        lost_version: lost.row_version,
        client_ref: clientRef,
      });
      toasts.success(message ?? 'Saved.');
      onClose(String(kept.id));
    } catch (error) {
      setProblem(messageOf(error));
      setClientRef(newKey());
    } finally {
      setBusy(false);
      refreshLeadWork(client);
    }
  };
  const notSame = async (): Promise<void> => {
    setProblem('');
    try {
      const { message } = await call(leadsApart, { lead_id: String(lead.id), other_id: otherId, apart: true });
      toasts.success(message ?? 'Saved.');
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
    refreshLeadWork(client);
  };
  return (
    <>
      <MergeTable
        {...{ kept, lost, keeps, choices, mayMerge }}
        onKeep={turn}
        onChoose={(field, side) => setChoices({ ...choices, [field]: side })}
      />
      <FormRefused text={problem} />
      <div className="mg-foot">
        <span className="p-quiet">
          {mayMerge
            ? `The history, calls, messages, follow-ups and applications of ${leadName(lost)} move. You can undo this for ${unmergeHours} hours.`
            : 'Your role can compare leads, but not merge them.'}
        </span>
        {mayMerge && isSuspect ? <Button onClick={() => void notSame()}>Not the same person</Button> : null}
        <Button onClick={() => onClose()}>{mayMerge ? 'Cancel' : 'Close'}</Button>
        {mayMerge ? (
          <Button type="primary" loading={busy} onClick={() => void merge()}>
            Merge leads
          </Button>
        ) : null}
      </div>
    </>
  );
}

const opposite = (side: Side): Side => (side === 'kept' ? 'lost' : 'kept');
