import { Button, Checkbox, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { FilesField } from './files-field';
import { sendFiles } from './save-ticket';
import { replyToTicket, type TicketRow } from './ticket-calls';

interface Reply {
  readonly message: string;
  readonly files: readonly File[];
  readonly internal: boolean;
}
const empty: Reply = { message: '', files: [], internal: false };

/** A further word; who works on the ticket may keep it among those who do. */
export function ReplyForm({ ticket, works, onDone }: { ticket: TicketRow; works: boolean; onDone: () => void }): ReactNode {
  const [progress, setProgress] = useState('');
  const form = useScreenForm<Reply>({
    values: empty,
    save: async ({ message, files, internal }) => {
      setProgress('Sending…');
      await replyToTicket(ticket.id, message.trim(), await sendFiles(files, setProgress), internal);
      form.reset({ ...empty, internal });
      onDone();
    },
  });
  const { control } = form;
  const message = useWatch({ control, name: 'message' });
  return (
    <FormFrame form={form} className="p-ticket-reply">
      <FormField form={form} name="message" label="Reply">
        {(input) => <Input.TextArea {...input} rows={3} maxLength={10000} />}
      </FormField>
      <Controller
        control={control}
        name="files"
        render={({ field, fieldState }) => (
          <FilesField files={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <div className="p-ticket-foot">
        {works ? (
          <Controller
            control={control}
            name="internal"
            render={({ field: { value, onChange } }) => (
              <Checkbox checked={value} onChange={({ target }) => onChange(target.checked)}>
                Internal note
              </Checkbox>
            )}
          />
        ) : null}
        <span role="status">{form.saving ? progress : ''}</span>
        <Button type="primary" htmlType="submit" disabled={!message.trim()} loading={form.saving}>
          Send
        </Button>
      </div>
    </FormFrame>
  );
}
