import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { workflowAllocate } from '../../schemas/calls/rule-allocation';
import { counted } from '../../schemas/kit/counted';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import type { LeadsToRefer } from '../../ui/leads/refer-dialog';

type DialogLeads = Pick<LeadsToRefer, 'chosen' | 'text'>;

interface Chosen {
  readonly rule_id: string | undefined;
}
const empty: Chosen = { rule_id: undefined };

/** Enters the selected leads in workflows, by one rule or by every rule that a lead matches. */
export function WorkflowDialog({ leads, onClose }: { leads: DialogLeads; onClose: (done: boolean) => void }): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const form = useScreenForm<Chosen>({
    id: 'ld',
    values: empty,
    save: async ({ rule_id }) => {
      const { data } = await call(workflowAllocate, { ...leads.chosen, ...(rule_id ? { rule_id } : {}) });
      const { assigned, skipped } = data;
      const text = `${counted(assigned, 'lead')} added to a workflow${skipped ? `, ${skipped} skipped: no rule matches` : ''}.`;
      if (assigned) toasts.success(text);
      else toasts.warning(text);
      refreshLeadWork(client);
      onClose(true);
    },
  });
  return (
    <Modal
      open
      width={440}
      title={`Add ${leads.text} to workflows`}
      okText="Add to workflows"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={() => onClose(false)}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="rule_id" label="Rule">
          {({ id, value, onChange, status }) => (
            <ReferenceSelect
              id={id}
              resource="workflow-rules"
              value={value}
              status={status}
              allowClear
              placeholder="The rules that each lead meets"
              onChange={(next) => onChange(typeof next === 'string' ? next : undefined)}
            />
          )}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
