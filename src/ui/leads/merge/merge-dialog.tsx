import { Checkbox, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { mostMerged } from '../../../schemas/kit/lead-merge';
import { useFocusBack } from '../../dialogs/use-focus-back';
import { Compared } from './compared-leads';
import { LeadSearch } from './lead-search';
import './merge.css';

interface Named {
  readonly id: string;
  readonly name: string;
}
export interface MergeDialogProps {
  readonly leadId: string;
  /** Leads that may be the same person; without any the dialog asks for one. */
  readonly others: readonly Named[];
  /** They were chosen to be one: all of them are compared at once. */
  readonly together?: boolean;
  /** With the key of the lead that stays, where they were merged. */
  readonly onClose: (keptId?: string) => void;
}

/** Leads side by side: which of them stays, and which value of each field. */
export function MergeDialog({ leadId, others, together = false, onClose }: MergeDialogProps): ReactNode {
  useFocusBack();
  const [added, setAdded] = useState<readonly Named[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>(() => (together ? others : others.slice(0, 1)).map(({ id }) => id));
  const offered = [...others, ...added];
  const isFull = chosen.length >= mostMerged - 1;
  const add = (lead: Named): void => {
    setAdded([...added, lead]);
    setChosen([...chosen, lead.id]);
  };
  return (
    <Modal
      open
      width={540 + 160 * Math.max(2, chosen.length + 1)}
      title="Compare and merge"
      footer={null}
      className="mg"
      onCancel={() => onClose()}
    >
      {offered.length > 1 ? (
        <Checkbox.Group
          aria-label="Compare with"
          value={[...chosen]}
          onChange={(ids) => setChosen(offered.map(({ id }) => id).filter((id) => ids.includes(id)))}
          options={offered.map(({ id, name }) => ({ value: id, label: name, disabled: isFull && !chosen.includes(id) }))}
        />
      ) : null}
      {together || isFull ? null : (
        <LeadSearch not={[leadId, ...offered.map(({ id }) => id)]} isFirst={!offered.length} onAdd={add} />
      )}
      {chosen.length ? (
        <Compared
          leadId={leadId}
          otherIds={chosen}
          isSuspect={chosen.length === 1 && others.some(({ id }) => id === chosen[0])}
          onClose={onClose}
        />
      ) : (
        <p className="p-quiet mg-hint">Choose the lead that is the same person. Nothing is merged yet.</p>
      )}
    </Modal>
  );
}
