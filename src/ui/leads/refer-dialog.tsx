import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { newKey } from '../../providers/calls/new-key';
import { leadRefer } from '../../schemas/calls/lead-referrals';
import type { ChosenLeads } from '../../schemas/kit/chosen-leads';
import { useFocusBack } from '../dialogs/use-focus-back';
import { FormFrame } from '../forms/form-frame';
import { useScreenForm } from '../forms/use-screen-form';
import { toasts } from '../toasts/toasts';
import { noReferAsked, ReferFields, type ReferAsked } from './refer-fields';
import { referredText } from './referred-text';

/** The leads that are referred, how a sentence names them ('Asha Rao', '12 leads'), and their number where it is known. */
export interface LeadsToRefer {
  readonly chosen: ChosenLeads;
  readonly text: string;
  readonly count: number | undefined;
}
/** Asks one or several colleagues to take leads; several get them by round robin. */
export function ReferDialog({ leads, onClose }: { leads: LeadsToRefer; onClose: (done: boolean) => void }): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const [clientRef] = useState(newKey);
  const form = useScreenForm<ReferAsked>({
    id: 'refer',
    values: noReferAsked,
    save: async ({ to_user_ids, note }) => {
      const said = note.trim();
      const { data } = await call(leadRefer, {
        ...leads.chosen,
        to_user_ids,
        ...(said ? { note: said } : {}),
        client_ref: clientRef,
      });
      if (data.already_asked || data.already_theirs) toasts.warning(referredText(data));
      else toasts.success(referredText(data));
      refreshLeadWork(client);
      onClose(true);
    },
  });
  const chosen = useWatch({ control: form.control, name: 'to_user_ids' });
  return (
    <Modal
      open
      width={440}
      title={`Refer ${leads.text}`}
      okText="Refer"
      okButtonProps={{ htmlType: 'submit', form: form.formId, disabled: chosen.length === 0, loading: form.saving }}
      onCancel={() => onClose(false)}
      afterOpenChange={(open) => void (open && document.getElementById(form.idOf('to_user_ids'))?.focus())}
    >
      <FormFrame form={form} className="p-form-fields">
        <ReferFields form={form} count={leads.count} />
      </FormFrame>
    </Modal>
  );
}
