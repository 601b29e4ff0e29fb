import { Button, Segmented, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { SuspectPair } from '../../schemas/calls/lead-suspects';
import { counted } from '../../schemas/kit/counted';
import { mostMerged } from '../../schemas/kit/lead-merge';
import { reasonsText, suspectReasonNames, type SuspectReason } from '../../schemas/kit/lead-suspects';
import { areLinked } from './linked-pairs';
import { MergeDialog } from '../../ui/leads/merge-on-demand';

export type SuspectState = 'open' | 'apart';
/** What the list shows, as the address has it. */
export interface SuspectsShown {
  readonly state: SuspectState;
  readonly reason: SuspectReason | undefined;
}
const states = [
  { value: 'open', label: 'To check' },
  { value: 'apart', label: 'Not the same person' },
] as const;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const reasons = suspectReasonNames.map((value) => ({ value, label: capital(reasonsText([value])) }));

/** Which pairs the list shows, and the leads of the selected ones together. */
export function SuspectBar({
  shown,
  selected,
  onShow,
  onDone,
}: {
  shown: SuspectsShown;
  selected: readonly SuspectPair[];
  onShow: (shown: SuspectsShown) => void;
  onDone: () => void;
}): ReactNode {
  return (
    <div className="ms-bar">
      <Segmented
        aria-label="Which pairs"
        value={shown.state}
        onChange={(state) => onShow({ ...shown, state })}
        options={states.map((one) => ({ ...one }))}
      />
      <Select
        allowClear
        aria-label="Reason"
        placeholder="Any reason"
        className="ms-reason"
        value={shown.reason ?? null}
        onChange={(reason: SuspectReason | null | undefined) => onShow({ ...shown, reason: reason ?? undefined })}
        options={reasons}
      />
      {selected.length > 1 ? <Together pairs={selected} onDone={onDone} /> : null}
    </div>
  );
}

/** Three and more leads whose pairs share some of them are compared in one dialog. */
function Together({ pairs, onDone }: { pairs: readonly SuspectPair[]; onDone: () => void }): ReactNode {
  const [open, setOpen] = useState(false);
  const byId = new Map(
    pairs.flatMap(({ one, other }) => [one, other]).map(({ id, name }) => [id, { id, name: name ?? 'No name' }]),
  );
  const [first, ...others] = byId.values();
  const isTooMany = byId.size > mostMerged;
  if (!areLinked(pairs)) return <span className="p-quiet">These pairs have no lead in common.</span>;
  return (
    <>
      <Button
        disabled={isTooMany}
        title={isTooMany ? `Choose pairs of up to ${counted(mostMerged, 'lead')}` : undefined}
        onPointerEnter={() => void MergeDialog.warm()}
        onClick={() => setOpen(true)}
      >
        Compare {counted(byId.size, 'lead')}
      </Button>
      {open && first ? (
        <MergeDialog
          together
          leadId={first.id}
          others={others}
          onClose={(kept) => {
            setOpen(false);
            if (kept !== undefined) onDone();
          }}
        />
      ) : null}
    </>
  );
}
