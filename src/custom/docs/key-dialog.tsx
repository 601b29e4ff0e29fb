import { Input, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { callRow } from '../../providers/calls/call';
import { apiKeyCreate } from '../../schemas/calls/api-keys';
import { requiredMessage } from '../../schemas/kit/required-message';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { useApiDocument } from './api-document';

const named = ['lead_capture', 'lead_read', 'report_read'];

interface NewKey {
  readonly name: string;
  readonly scopes: string[];
  readonly allowed_ips: string[];
  /** The last day, YYYY-MM-DD; '' for a key without an end. */
  readonly expires_at: string;
}
const empty: NewKey = { name: '', scopes: [], allowed_ips: [], expires_at: '' };

/** A new key: what for, what it may do, from where, until when. */
export function KeyDialog({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (made: { name: string; secret: string }) => void;
}): ReactNode {
  useFocusBack();
  const { data } = useApiDocument();
  const known = [...new Set([...named, ...(data?.operations ?? []).flatMap((one) => one['x-scope'] ?? [])])].sort();
  const form = useScreenForm({
    id: 'dc',
    values: empty,
    save: async ({ name, scopes, allowed_ips, expires_at }) => {
      const made = await callRow(apiKeyCreate, {
        name: name.trim(),
        scopes,
        ...(allowed_ips.length ? { allowed_ips } : {}),
        ...(expires_at ? { expires_at: new Date(`${expires_at}T23:59:59`).toISOString() } : {}),
      });
      onMade({ name: name.trim(), secret: made.key });
    },
  });
  return (
    <Modal
      open
      width={520}
      title="New API key"
      okText="Create key"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
      onCancel={onClose}
    >
      <FormFrame form={form} className="p-form-fields">
        <FormField form={form} name="name" label="Name" required="Name is required">
          {(input) => <Input {...input} autoFocus maxLength={80} placeholder="College website" />}
        </FormField>
        <FormField
          form={form}
          name="scopes"
          label="Scopes"
          required={requiredMessage('Scopes', apiKeyCreate.body.properties.scopes)}
        >
          {(input) => (
            <Select
              {...input}
              mode="multiple"
              placeholder="lead_capture, colleges:read …"
              options={known.map((value) => ({ value, label: value }))}
            />
          )}
        </FormField>
        <FormField form={form} name="allowed_ips" label="Allowed IP addresses">
          {(input) => (
            <Select
              {...input}
              mode="tags"
              open={false}
              suffixIcon={null}
              placeholder="Any, or 203.0.113.0/24"
              tokenSeparators={[',', ' ']}
            />
          )}
        </FormField>
        <FormField form={form} name="expires_at" label="Expires after">
          {(input) => <Input {...input} type="date" />}
        </FormField>
      </FormFrame>
    </Modal>
  );
}
