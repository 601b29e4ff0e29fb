import { useQueryClient } from '@tanstack/react-query';
import { Modal, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import { useAllocations } from './allocations';
import type { DialogLeads } from './use-assign-dialogs';
import { counted } from '../../schemas/kit/counted';

interface Chosen {
  readonly rule_id: string | undefined;
}
const empty: Chosen = { rule_id: undefined };

/**
 * Assigns the selected leads to counsellors, or enters them in workflows, by one rule or by the first rule that each lead
 * matches.
 */
export function AllocateDialog({ leads, onClose }: { leads: DialogLeads; onClose: (done: boolean) => void }): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const offered = useAllocations();
  const [at, setAt] = useState(0);
  const way = offered[at] ?? offered[0];
  const form = useScreenForm<Chosen>({
    id: 'ld',
    values: empty,
    save: async ({ rule_id }) => {
      if (!way) return;
      const { data } = await call(way.call, { ...leads.chosen, ...(rule_id ? { rule_id } : {}) });
      const { assigned, skipped } = data;
      const text = `${counted(assigned, 'lead')} ${way.done}${skipped ? `, ${skipped} skipped: no rule matches, or no user is available` : ''}.`;
      if (assigned) toasts.success(text);
      else toasts.warning(text);
      refreshLeadWork(client);
      onClose(true);
    },
  });
  if (!way) return null;
  return (
    <Modal
      open
      width={440}
      title={`Allocate ${leads.text}`}
      okText="Allocate"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={() => onClose(false)}
    >
      <FormFrame form={form} className="p-form-fields">
        {offered.length > 1 ? (
          <Segmented
            aria-label="Allocate"
            value={way.label}
            options={offered.map(({ label }) => label)}
            onChange={(label) => {
              setAt(offered.findIndex((one) => one.label === label));
              form.setValue('rule_id', undefined);
            }}
          />
        ) : null}
        <FormField form={form} name="rule_id" label="Rule">
          {({ id, value, onChange, status }) => (
            <ReferenceSelect
              key={way.rules}
              id={id}
              resource={way.rules}
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
