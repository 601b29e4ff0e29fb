import { Modal, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { toasts } from '../../ui/toasts/toasts';
import { useAllocations } from './allocations';
import type { LeadsMeant } from './use-giving';
import { useLeadSave } from './use-lead-save';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** Gives chosen leads to counsellors, or puts them into workflows, by one rule or by the first that each lead meets. */
export function AllocateDialog({ leads, onClose }: { leads: LeadsMeant; onClose: (done: boolean) => void }): ReactNode {
  useFocusBack();
  const offered = useAllocations();
  const [at, setAt] = useState(0);
  const [ruleId, setRuleId] = useState<string>();
  const { saving, refusal, save } = useLeadSave(() => onClose(true));
  const way = offered[at] ?? offered[0];
  if (!way) return null;
  const send = (): Promise<void> =>
    save(async () => {
      const { data } = await call(way.call, { ...leads.chosen, ...(ruleId ? { rule_id: ruleId } : {}) });
      const { assigned, skipped } = data;
      const text = `${assigned} ${assigned === 1 ? 'lead' : 'leads'} ${way.done}${skipped ? `, ${skipped} skipped: no rule fits, or nobody is free` : ''}.`;
      if (assigned) toasts.success(text);
      else toasts.warning(text);
    });
  return (
    <Modal
      open
      width={440}
      title={`Allocate ${leads.text}`}
      okText="Allocate"
      okButtonProps={{ loading: saving }}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      <div className="ld-reassign">
        {offered.length > 1 ? (
          <Segmented
            aria-label="Allocate"
            value={way.label}
            options={offered.map(({ label }) => label)}
            onChange={(label) => {
              setAt(offered.findIndex((one) => one.label === label));
              setRuleId(undefined);
            }}
          />
        ) : null}
        <label htmlFor="ld-rule">Rule</label>
        <ReferenceSelect
          key={way.rules}
          id="ld-rule"
          resource={way.rules}
          value={ruleId}
          allowClear
          placeholder="The rules that each lead meets"
          onChange={(value) => setRuleId(typeof value === 'string' ? value : undefined)}
        />
        {refusal}
      </div>
    </Modal>
  );
}
