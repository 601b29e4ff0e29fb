import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../providers/calls/call';
import { newKey } from '../../providers/calls/new-key';
import { choicesOf } from '../../providers/calls/records';
import { callKey, useCall } from '../../providers/calls/use-call';
import type { dialerLists } from '../../schemas/automation/dialer-lists';
import { dialerDesk } from '../../schemas/calls/dialer';
import { queueLeads } from '../../schemas/calls/dialer-leads';
import { useFocusBack } from '../dialogs/use-focus-back';
import { FormField } from '../forms/form-field';
import { FormFrame } from '../forms/form-frame';
import { useScreenForm } from '../forms/use-screen-form';
import { EmptyState } from '../page/states';
import { toasts } from '../toasts/toasts';
import { HeldBy } from './held-by-lists';
import { QueueProgress } from './queue-progress';
import type { LeadsToRefer } from './refer-dialog';

const lists = choicesOf<typeof dialerLists>('GET dialer/lead/list');
interface Asked {
  readonly list_key: string | undefined;
}

/** Puts leads into a dialer list. All that match a list's query are put there in the background, which the dialog follows. */
export function QueueDialog({ leads, onClose }: { leads: LeadsToRefer; onClose: (done: boolean) => void }): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const [clientRef] = useState(newKey);
  const [job, setJob] = useState<string>();
  const { data: choices, isPending } = useCall(lists, {}, { staleTime: 60_000 });
  const form = useScreenForm<Asked>({
    id: 'queue',
    values: { list_key: undefined },
    save: async ({ list_key }) => {
      if (!list_key) return;
      const { data, message } = await call(queueLeads, { ...leads.chosen, list_key, client_ref: clientRef });
      if (data.job_id) return setJob(data.job_id);
      toasts.success(message ?? 'Saved.');
      await client.invalidateQueries({ queryKey: callKey(dialerDesk) });
      onClose(true);
    },
  });
  const chosen = useWatch({ control: form.control, name: 'list_key' });
  const one = leads.chosen.lead_ids?.length === 1 ? leads.chosen.lead_ids[0] : undefined;
  return (
    <Modal
      open
      width={440}
      title={`Put ${leads.text} in a call list`}
      okText="Put in list"
      okButtonProps={{ htmlType: 'submit', form: form.formId, disabled: !chosen, loading: form.saving }}
      onCancel={() => onClose(job !== undefined)}
      {...(job
        ? {
            footer: (
              <Button type="primary" onClick={() => onClose(true)}>
                Close
              </Button>
            ),
          }
        : {})}
      afterOpenChange={(open) => void (open && document.getElementById(form.idOf('list_key'))?.focus())}
    >
      {job ? (
        <QueueProgress jobId={job} />
      ) : choices && !choices.length ? (
        <EmptyState icon="phone" title="There is no dialer list yet">
          An administrator adds them under Configuration, Dialer lists.
        </EmptyState>
      ) : (
        <FormFrame form={form} className="p-form-fields">
          <FormField form={form} name="list_key" label="List">
            {({ id, value, onChange }) => (
              <Select
                id={id}
                value={value}
                loading={isPending}
                placeholder="Select a dialer list"
                showSearch={{ optionFilterProp: 'label' }}
                options={(choices ?? []).map(({ key, value: label }) => ({ value: key, label }))}
                onChange={onChange}
              />
            )}
          </FormField>
          {one ? <HeldBy leadId={one} /> : null}
        </FormFrame>
      )}
    </Modal>
  );
}
