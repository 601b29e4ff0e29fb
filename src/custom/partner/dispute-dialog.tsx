import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { callKey } from '../../providers/calls/use-call';
import { partnerDispute, partnerFigures, partnerLeads, type PartnerLead } from '../../schemas/calls/publishers';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { FieldFrame } from '../../ui/forms/field-frame';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';

const mostBytes = 2 * 1024 * 1024;

/** Why a duplicate or an invalid lead should count, with a file that shows it. */
export function DisputeDialog({ lead, onClose }: { lead: PartnerLead; onClose: () => void }): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const [proof, setProof] = useState<string>();
  const [fault, setFault] = useState<string>();
  const form = useScreenForm({
    id: 'dispute',
    values: { text: '' },
    save: async ({ text }) => {
      const { message } = await call(partnerDispute, { id: lead.id, text: text.trim(), ...(proof ? { proof } : {}) });
      toasts.success(message ?? 'Dispute sent');
      for (const one of [partnerLeads, partnerFigures]) void client.invalidateQueries({ queryKey: callKey(one) });
      onClose();
    },
  });
  const leave = useUnsaved(form.formState.isDirty && !form.saving);
  const read = async (file: File | undefined): Promise<void> => {
    setProof(undefined);
    setFault(file && file.size > mostBytes ? 'The file must not be larger than 2 MB' : undefined);
    if (file && file.size <= mostBytes) setProof(await dataUrl(file));
  };
  return (
    <Modal
      open
      width={480}
      title={`Dispute ${lead.name ?? 'this lead'}`}
      okText="Send dispute"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving, disabled: fault !== undefined }}
      onCancel={() => leave(onClose)}
    >
      <FormFrame form={form} className="p-form-fields">
        {lead.reason ? <p className="p-quiet">{lead.reason}</p> : null}
        <FormField form={form} name="text" label="Why you disagree" required="Why you disagree is required">
          {(input) => <Input.TextArea {...input} rows={4} maxLength={1000} autoFocus />}
        </FormField>
        <FieldFrame id="dispute-proof" label="Proof" help="A PDF, PNG or JPEG up to 2 MB" error={fault}>
          <input
            id="dispute-proof"
            type="file"
            accept=".pdf,.png,.jpg,.jpeg"
            aria-describedby="dispute-proof-note"
            onChange={({ target }) => void read(target.files?.[0])}
          />
        </FieldFrame>
      </FormFrame>
    </Modal>
  );
}

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
