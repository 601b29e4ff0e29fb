import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { newKey } from '../../providers/calls/new-key';
import { useCall } from '../../providers/calls/use-call';
import { colleagues } from '../../schemas/calls/colleagues';
import { leadRefer } from '../../schemas/calls/lead-referrals';
import type { ChosenLeads } from '../../schemas/kit/chosen-leads';
import { useFocusBack } from '../dialogs/use-focus-back';
import { ColleaguesSelect } from '../fields/colleague-select';
import { FormField } from '../forms/form-field';
import { FormFrame } from '../forms/form-frame';
import { useScreenForm } from '../forms/use-screen-form';
import { toasts } from '../toasts/toasts';
import { referredText, sharesText } from './referred-text';

/** The leads that are referred, how a sentence names them ('Asha Rao', '12 leads'), and their number where it is known. */
export interface LeadsToRefer {
  readonly chosen: ChosenLeads;
  readonly text: string;
  readonly count: number | undefined;
}
interface Asked {
  readonly to_user_ids: string[];
  readonly note: string;
}
const empty: Asked = { to_user_ids: [], note: '' };

/** Asks one or several colleagues to take leads; several get them by round robin. */
export function ReferDialog({ leads, onClose }: { leads: LeadsToRefer; onClose: (done: boolean) => void }): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const [clientRef] = useState(newKey);
  const form = useScreenForm<Asked>({
    id: 'refer',
    values: empty,
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
        <FormField form={form} name="to_user_ids" label="Refer to">
          {({ id, value, onChange }) => (
            <ColleaguesSelect id={id} value={value} othersOnly placeholder="Select one or more users" onChange={onChange} />
          )}
        </FormField>
        <Shares to={chosen} count={leads.count} />
        <FormField form={form} name="note" label="Note">
          {(input) => <Input.TextArea {...input} rows={3} maxLength={500} placeholder="Why you refer them" />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}

/** How many each of them is asked to take. */
function Shares({ to, count }: { to: readonly string[]; count: number | undefined }): ReactNode {
  const { data = [] } = useCall(colleagues, {}, { enabled: to.length > 1, retry: false });
  if (to.length < 2) return null;
  const names = to.map((id) => data.find((one) => one.id === id)?.name ?? '…');
  return (
    <p className="p-quiet" role="status">
      {count === undefined ? 'The leads are dealt by round robin.' : sharesText(count, names)}
    </p>
  );
}
