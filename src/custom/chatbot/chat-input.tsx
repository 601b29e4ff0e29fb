import { Button, Input } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import { accepted, attach } from './attach';
import type { Attachment } from './chat';

/** The input at the bottom: files, text of 1 to 5 rows, Send. Enter sends, Shift+Enter inserts a line break. */
export function ChatInput({ onSend }: { onSend: (text: string, attachments: readonly Attachment[]) => boolean }): ReactNode {
  const [text, setText] = useState('');
  const [pending, setPending] = useState<readonly Attachment[]>([]);
  const chooser = useRef<HTMLInputElement>(null);
  const send = (): void => {
    if (!onSend(text, pending)) return;
    setText('');
    setPending([]);
  };
  return (
    <div className="p-bot-input">
      {pending.length ? (
        <ul className="p-bot-pending" aria-label="Files to send">
          {pending.map((one) => (
            <li key={one.previewUrl} className="p-chip">
              <Icon name="file" size={14} />
              <span className="p-cut">{one.file.name}</span>
              <button
                type="button"
                className="p-bot-drop"
                aria-label={`Remove ${one.file.name}`}
                onClick={() => {
                  URL.revokeObjectURL(one.previewUrl);
                  setPending(pending.filter((other) => other !== one));
                }}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="p-bot-line">
        <button type="button" className="p-icon-button" aria-label="Attach files" onClick={() => chooser.current?.click()}>
          <Icon name="link" />
        </button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept={accepted}
          aria-label="Files"
          onChange={({ target }) => {
            setPending([...pending, ...[...(target.files ?? [])].map(attach)]);
            target.value = ''; // so that the same file can be chosen again
          }}
        />
        <Input.TextArea
          autoFocus
          className="p-grows"
          rows={1}
          placeholder="Ask anything..."
          aria-label="Message"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <Button type="primary" disabled={!text.trim()} onClick={send}>
          Send
        </Button>
      </div>
    </div>
  );
}
