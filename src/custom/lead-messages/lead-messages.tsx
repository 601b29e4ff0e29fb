import { Drawer, Segmented } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { onLive } from '../../providers/live/live';
import { closeThread, writeToLead, type LeadChannel, type LeadThread } from '../../providers/screens/lead-reach';
import { useCall } from '../../providers/calls/use-call';
import { leadMessages, type LeadMessages } from '../../schemas/calls/lead-messages';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { pageLoader } from '../../ui/page/page-loader';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import './lead-messages.css';
import { MessageComposer } from './message-composer';
import { MessageLine } from './message-line';

const channels: { value: LeadChannel; label: string }[] = [
  { value: 'whatsapp', label: 'WhatsApp' },
  { value: 'sms', label: 'SMS' },
  { value: 'email', label: 'Email' },
];

/** The messages with a lead next to the page, which stays usable; on a phone over it. */
export default function LeadMessages({ thread }: { thread: LeadThread }): ReactNode {
  const narrow = useNarrow();
  useFocusBack();
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isInOtherDialog(event.target)) closeThread();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  return (
    <Drawer
      open
      title={thread.name}
      rootClassName="lm"
      size={narrow ? '100%' : 400}
      mask={narrow ? { closable: true } : false}
      keyboard={false}
      closable={{ placement: 'end' }}
      onClose={closeThread}
      afterOpenChange={focusFirstField('lead-message')}
      styles={{ body: { display: 'flex', flexDirection: 'column', padding: 0 } }}
    >
      <div className="lm-channels">
        <Segmented
          block
          aria-label="Channel"
          options={channels}
          value={thread.channel}
          onChange={(channel) => writeToLead({ ...thread, channel })}
        />
      </div>
      <Channel key={`${thread.channel} ${thread.shares?.clg_id ?? ''}`} thread={thread} />
    </Drawer>
  );
}

/** Escape in a dialog or list over the page closes that one. */
const isInOtherDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.ant-modal, .ant-drawer:not(.lm), [aria-expanded="true"]') !== null;

const step = 50;

function Channel({ thread }: { thread: LeadThread }): ReactNode {
  const [limit, setLimit] = useState(step);
  const { data, error, refetch } = useCall(
    leadMessages,
    { id: thread.leadId, channel: thread.channel, limit },
    { retry: false, keepPrevious: true, refetchInterval: untilSent },
  );
  useEffect(() => (thread.channel === 'whatsapp' ? onLive('wa_message', () => void refetch()) : undefined), [thread, refetch]);
  if (!data)
    return error ? (
      <ErrorState what="The messages could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      pageLoader
    );
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is reached by keyboard */}
      <div className="lm-scroll" tabIndex={0} role="log" aria-label="Messages">
        {data.messages.length ? (
          <ol>
            {data.more && limit < 500 ? (
              <li>
                <button type="button" className="p-chip" onClick={() => setLimit(Math.min(500, limit * 3))}>
                  Show earlier messages
                </button>
              </li>
            ) : null}
            {data.messages.toReversed().map((message) => (
              <MessageLine key={message.id} message={message} />
            ))}
          </ol>
        ) : (
          <EmptyState title="No messages yet" icon="chat" />
        )}
      </div>
      {data.refused ? (
        <p className="lm-refused" role="status">
          {data.refused}
        </p>
      ) : (
        <MessageComposer thread={thread} state={data} onSent={refetch} />
      )}
    </>
  );
}

/** While a message is being sent its state is loaded again. */
const untilSent = (data: LeadMessages | undefined): number | false =>
  data?.messages.some(({ status }) => status === 'sending') ? 2000 : false;
