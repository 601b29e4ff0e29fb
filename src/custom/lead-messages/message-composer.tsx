import { Button, Input, Select } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import type { LeadThread } from '../../providers/screens/lead-reach';
import { leadMessagePreview, type LeadMessages } from '../../schemas/calls/lead-messages';
import { messageOf } from '../../ui/page/states';
import { shortTime } from '../../ui/time/dates';
import { useMessage, type Writing } from './use-message';

/** Writes to the lead: a template with its preview, or a text where the channel takes one. Ctrl+Enter sends. */
export function MessageComposer({
  thread,
  state,
  onSent,
}: {
  thread: LeadThread;
  state: LeadMessages;
  onSent: () => Promise<unknown>;
}): ReactNode {
  const writing = useMessage(thread, onSent);
  const mayWrite = useMayDo('leads')('update');
  const { draft, change, error } = writing;
  const isFree = thread.channel !== 'whatsapp' || state.open_until !== null;
  if (!mayWrite) return <p className="lm-refused">Your role can read these messages and cannot send any.</p>;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (isReady(thread, writing, isFree)) void writing.send();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the fields inside
    <div className="lm-composer" onKeyDown={onKey}>
      {draft.college ? (
        <p className="lm-note">
          Shares {draft.college.name}{' '}
          <button type="button" className="p-link" onClick={() => change({ college: null })}>
            Don’t share
          </button>
        </p>
      ) : null}
      {thread.channel === 'whatsapp' ? <WindowNote until={state.open_until} /> : null}
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        aria-label="Template"
        placeholder={state.templates.length ? 'Choose a template' : 'No template is active for this channel'}
        disabled={!state.templates.length}
        value={draft.template_id}
        options={state.templates.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id?: string) => change({ template_id: id ?? null })}
      />
      {draft.template_id ? (
        <Preview thread={thread} template={draft.template_id} writing={writing} />
      ) : (
        <>
          {isFree ? <TextFields thread={thread} writing={writing} /> : null}
          <SendButton writing={writing} ready={isReady(thread, writing, isFree)} />
        </>
      )}
      {error ? (
        <p className="lm-error" role="alert">
          {error} Your message is still here.
        </p>
      ) : null}
    </div>
  );
}

const isReady = ({ channel }: LeadThread, { draft }: Writing, isFree: boolean): boolean =>
  draft.template_id === null && isFree && draft.text.trim() !== '' && (channel !== 'email' || draft.subject.trim() !== '');

const WindowNote = ({ until }: { until: string | null }): ReactNode => (
  <p className="lm-note">
    {until
      ? `You can write freely until ${shortTime(until)}.`
      : 'The lead last wrote more than 24 hours ago. You can send a template only.'}
  </p>
);

function TextFields({ thread, writing }: { thread: LeadThread; writing: Writing }): ReactNode {
  const { draft, change } = writing;
  // Who is choosing the channel by keyboard stays there.
  const [autoFocus] = useState(() => !document.activeElement?.closest('.lm-channels'));
  return (
    <div id="lead-message" className="lm-text">
      {thread.channel === 'email' ? (
        <Input
          autoFocus={autoFocus}
          aria-label="Subject"
          placeholder="Subject"
          maxLength={200}
          value={draft.subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
      ) : null}
      <Input.TextArea
        autoFocus={autoFocus && thread.channel !== 'email'}
        aria-label="Message"
        placeholder="Write a message. {{name}} is the lead’s name."
        rows={4}
        maxLength={4096}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
      />
    </div>
  );
}

/** The template as this lead would get it. */
function Preview({ thread, template, writing }: { thread: LeadThread; template: string; writing: Writing }): ReactNode {
  const asked = { id: thread.leadId, channel: thread.channel, template_id: template };
  const { data, error } = useCall(leadMessagePreview, asked, { retry: false });
  return (
    <>
      <div className="lm-preview" aria-label="Preview" role="group" aria-busy={!data && !error}>
        {data?.subject ? <strong>{data.subject}</strong> : null}
        <p className="p-lines">{data?.text ?? (error ? '' : 'Loading…')}</p>
      </div>
      {error ? (
        <p className="lm-error" role="alert">
          {messageOf(error)}
        </p>
      ) : null}
      {data?.missing.length ? (
        <p className="lm-error" role="alert">
          This lead has no value for {data.missing.join(', ')}. Add it to the lead or choose another template.
        </p>
      ) : null}
      <SendButton writing={writing} ready={data?.missing.length === 0} />
    </>
  );
}

const SendButton = ({ writing, ready }: { writing: Writing; ready: boolean }): ReactNode => (
  <Button type="primary" className="lm-send" disabled={!ready} loading={writing.sending} onClick={() => void writing.send()}>
    Send
  </Button>
);
