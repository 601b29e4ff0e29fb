import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { templateTest, type TemplateChannel } from '../../schemas/calls/message-templates';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import { channels } from './channels';

/** Sends the saved template to an address that is typed here. */
export function TemplateTestForm({
  type,
  template,
  lead,
}: {
  type: TemplateChannel;
  template: string | undefined;
  lead: string | undefined;
}): ReactNode {
  const form = useScreenForm({
    values: { to: '' },
    save: async ({ to }) => {
      const sent = { channel: type, template_id: template ?? '', to, ...(lead ? { lead_id: lead } : {}) };
      toasts.success((await call(templateTest, sent)).message ?? 'Test sent.');
    },
  });
  const label = channels[type].address;
  return (
    <section aria-label="Send test">
      <h2>Send test</h2>
      {template === undefined ? (
        <p className="p-quiet">Save the template first.</p>
      ) : (
        <FormFrame form={form} className="mt-test" aria-label="Send test">
          <FormField
            form={form}
            name="to"
            label={label}
            required={`${label} is required`}
            help="Sends the template as it was last saved"
          >
            {(input) => <Input {...input} inputMode={type === 'email' ? 'email' : 'tel'} maxLength={254} />}
          </FormField>
          <Button htmlType="submit" loading={form.saving}>
            Send test
          </Button>
        </FormFrame>
      )}
    </section>
  );
}
