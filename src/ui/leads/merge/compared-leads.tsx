import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { leadRead } from '../../../providers/calls/lead-calls';
import { useEach } from '../../../providers/calls/use-call';
import { useMayDo } from '../../../providers/rights';
import { leadMerge } from '../../../schemas/calls/lead-merge';
import { counted } from '../../../schemas/kit/counted';
import { unmergeHours } from '../../../schemas/kit/lead-merge';
import { FormRefused } from '../../forms/form-refused';
import { ErrorState } from '../../page/states';
import { leadName } from '../lead-text';
import { MergeTable } from './merge-table';
import type { Choices } from './merge-values';
import { useMerge } from './use-merge';

/** The leads in columns with what is chosen of them, and the buttons below. */
export function Compared({
  leadId,
  otherIds,
  isSuspect,
  onClose,
}: {
  leadId: string;
  otherIds: readonly string[];
  isSuspect: boolean;
  onClose: (keptId?: string) => void;
}): ReactNode {
  const ids = [leadId, ...otherIds];
  const read = useEach(
    leadRead,
    ids.map((id) => ({ id })),
  );
  const mayMerge = useMayDo(leadMerge)('update');
  const [wanted, setWanted] = useState(leadId);
  const [picked, setPicked] = useState<Choices>({});
  const { merge, setApart, busy, problem } = useMerge(onClose);
  if (read.isError)
    return <ErrorState what="The leads could not be loaded" error={read.error} onRetry={() => void read.refetch()} />;
  const leads = read.data;
  if (!leads) return <Bones />;
  // A lead that is no longer compared takes its choices with it.
  const keptId = ids.includes(wanted) ? wanted : leadId;
  const choices = Object.fromEntries(Object.entries(picked).filter(([, id]) => ids.includes(id)));
  const lost = leads.filter(({ id }) => String(id) !== keptId);
  return (
    <>
      <MergeTable
        {...{ leads, keptId, choices, mayMerge }}
        onKeep={setWanted}
        onChoose={(field, id) => setPicked({ ...choices, [field]: id })}
      />
      <FormRefused text={problem} />
      <div className="mg-foot">
        <span className="p-quiet">
          {mayMerge
            ? `The history, calls, messages, follow-ups and applications of ${andList(lost.map(leadName))} move. You can undo this for ${unmergeHours} hours.`
            : 'Your role can compare leads, but not merge them.'}
        </span>
        {mayMerge && isSuspect ? (
          <Button onClick={() => void setApart(leadId, otherIds[0] ?? '')}>Not the same person</Button>
        ) : null}
        <Button onClick={() => onClose()}>{mayMerge ? 'Cancel' : 'Close'}</Button>
        {mayMerge ? (
          <Button type="primary" loading={busy} onClick={() => void merge(leads, keptId, choices)}>
            {leads.length > 2 ? `Merge ${counted(leads.length, 'lead')}` : 'Merge leads'}
          </Button>
        ) : null}
      </div>
    </>
  );
}

const andList = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

const Bones = (): ReactNode => (
  <div className="mg-bones" aria-busy="true" aria-label="Loading">
    <span className="p-bone" />
    <span className="p-bone" />
    <span className="p-bone" />
  </div>
);
