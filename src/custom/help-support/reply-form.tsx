import { Button, Checkbox, Input } from 'antd';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { messageOf } from '../../ui/page/states';
import { FilesField } from './files-field';
import { sendFiles } from './save-ticket';
import { replyToTicket, type TicketRow } from './ticket-calls';

/** A further word; who works on the ticket may keep it among those who do. */
export function ReplyForm({ ticket, works, onDone }: { ticket: TicketRow; works: boolean; onDone: () => void }): ReactNode {
  const id = useId();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [internal, setInternal] = useState(false);
  const [busy, setBusy] = useState('');
  const [refused, setRefused] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!text.trim() || busy) return;
    setBusy('Sending…');
    setRefused('');
    try {
      await replyToTicket(ticket.id, text.trim(), await sendFiles(files, setBusy), internal);
      setText('');
      setFiles([]);
      onDone();
    } catch (error) {
      setRefused(messageOf(error));
    }
    setBusy('');
  };
  return (
    <form className="p-ticket-reply" onSubmit={(event) => void submit(event)}>
      <label htmlFor={`${id}-text`}>Reply</label>
      <Input.TextArea
        id={`${id}-text`}
        rows={3}
        maxLength={10000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FilesField files={files} onChange={setFiles} />
      <div className="p-ticket-foot">
        {works ? (
          <Checkbox checked={internal} onChange={({ target }) => setInternal(target.checked)}>
            Internal note
          </Checkbox>
        ) : null}
        <span role="status">{busy}</span>
        <Button type="primary" htmlType="submit" disabled={!text.trim()} loading={busy !== ''}>
          Send
        </Button>
      </div>
      {refused ? (
        <p className="p-ticket-fault" role="alert">
          {refused}
        </p>
      ) : null}
    </form>
  );
}
