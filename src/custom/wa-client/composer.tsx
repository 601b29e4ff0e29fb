import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { newKey } from '../../providers/calls/new-key';
import { sendWaMessage, type ChatItem, type ChatMessage } from '../../schemas/calls/whatsapp-chats';
import { Icon } from '../../ui/marks/icon';
import { messageOf } from '../../ui/page/states';
import { chatCall, uploadMedia } from './chat-calls';
import type { ChatSession } from './chat-session';
import { TemplatePicker } from './template-picker';
import { leftOfWindow, leftText } from './window-left';
import { serverNow } from '../../ui/time/server-clock';

const minute = 60_000;
const kinds: Readonly<Record<string, ChatMessage['type']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  application: 'document',
};

/** The input: text and files within 24 hours of the customer's last message, a template at any time (D-116). */
export function Composer({ who, chat, onSent }: { who: ChatSession; chat: ChatItem; onSent: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [withTemplate, setWithTemplate] = useState(false);
  const left = useLeft(chat.last_in_at);
  const field = useRef<HTMLTextAreaElement>(null);

  const send = async (ctype: ChatMessage['type'], body: () => Promise<object> | object): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const rest = await body();
      const client_ref = newKey();
      await chatCall(who, sendWaMessage, { ctype, wa_user_id: chat.wa_user_id, userId: who.userId, client_ref, ...rest });
      setText('');
      setWithTemplate(false);
      onSent();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
      field.current?.focus();
    }
  };
  const sendText = (): void => {
    if (text.trim()) void send('text', () => ({ text: text.trim() }));
  };
  const sendFile = (file: File): void =>
    void send(kinds[file.type.split('/')[0]!] ?? 'document', async () => ({
      media_id: await uploadMedia(who, file),
      ...(text.trim() ? { caption: text.trim() } : {}),
    }));
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    sendText();
  };
  const note = failure ? (
    <p className="p-wa-refused" role="alert">
      {failure}
    </p>
  ) : null;

  if (left <= 0 || withTemplate)
    return (
      <div className="p-wa-composer">
        {left <= 0 ? (
          <p className="p-wa-closed">
            <Icon name="lock" size={14} /> The customer last wrote more than 24 hours ago. You can only send a template.
          </p>
        ) : null}
        {note}
        <TemplatePicker
          key={chat.wa_user_id}
          who={who}
          busy={busy}
          onSend={(template) => void send('template', () => template)}
          {...(left > 0 ? { onClose: () => setWithTemplate(false) } : {})}
        />
      </div>
    );
  return (
    <div className="p-wa-composer">
      {note}
      <div className="p-wa-write">
        <AttachFile disabled={busy} onFile={sendFile} />
        <button
          type="button"
          className="p-wa-round"
          aria-label="Send a template"
          disabled={busy}
          onClick={() => setWithTemplate(true)}
        >
          <Icon name="note" />
        </button>
        <textarea
          ref={field}
          aria-label="Message"
          placeholder="Write a message"
          rows={Math.min(5, text.split('\n').length)}
          maxLength={4096}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKey}
        />
        <button type="button" className="p-button" disabled={busy || !text.trim()} onClick={sendText}>
          Send
        </button>
      </div>
      <span className="p-wa-left">
        <Icon name="clock" size={12} /> {leftText(left)}
      </span>
    </div>
  );
}

function AttachFile({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="p-wa-round"
        aria-label="Attach a file"
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        <Icon name="plus" />
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="File"
        accept=".png,.jpg,.jpeg,.pdf,.mp3,.ogg,.mp4"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

/** Milliseconds until the reply window closes, updated every minute. */
function useLeft(lastIn: string | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), minute);
    return () => clearInterval(timer);
  }, []);
  return leftOfWindow(lastIn, now);
}
