import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { AnswerOf } from '../../providers/calls/call';
import { call } from '../../providers/calls/call';
import { useAnswer } from '../../providers/calls/use-call';
import { simulatedInbox, simulatedReply, type SimulatedInbox, type SimulatedMail } from '../../schemas/calls/simulated-inbox';
import { counted } from '../../schemas/kit/counted';
import { ErrorState, messageOf } from '../../ui/page/states';
import { Time } from '../../ui/time/time';
import { toasts } from '../../ui/toasts/toasts';

/** One phone or mailbox: its messages, and a reply in the name of its owner. */
export function InboxThread({ of }: { of: SimulatedInbox }): ReactNode {
  const { to, channel } = of;
  const query = useAnswer(simulatedInbox, { to, channel }, mailsOf, { keepPrevious: true, refetchInterval: () => 5000 });
  if (query.isError)
    return <ErrorState what="The messages could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <section className="p-inbox-thread" aria-label={`Messages to ${to}`} aria-busy={query.isPending}>
      <h2 className="p-cut">{of.lead_name ? `${of.lead_name}, ${to}` : to}</h2>
      <ol>
        {(query.data ?? []).map((mail) => (
          <li key={mail.id} className={channel === 'email' ? 'p-inbox-mail' : 'p-inbox-bubble'}>
            {channel === 'email' && mail.subject ? <b>{mail.subject}</b> : null}
            <Body mail={mail} />
            <span className="p-quiet">
              <Time at={mail.at} /> · {mail.state}
              {mail.times > 1 ? ` · received ${counted(mail.times, 'time')}` : ''}
            </span>
          </li>
        ))}
      </ol>
      <Reply of={of} onSent={() => void query.refetch()} />
    </section>
  );
}

/** An email is shown in a frame of its own that runs nothing; its links open in a new tab. */
function Body({ mail }: { mail: SimulatedMail }): ReactNode {
  if (!mail.html) return <p>{mail.body}</p>;
  return (
    <iframe
      title={mail.subject ?? 'Email'}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={`<base target="_blank">${mail.body}`}
    />
  );
}

function Reply({ of, onSent }: { of: SimulatedInbox; onSent: () => void }): ReactNode {
  const [sending, setSending] = useState<'no' | 'yes'>('no');
  const [sent, setSent] = useState(0);
  const send = async (text: string): Promise<void> => {
    setSending('yes');
    try {
      await call(simulatedReply, { to: of.to, channel: of.channel, text });
      setSent((before) => before + 1);
      onSent();
    } catch (error) {
      toasts.error(messageOf(error));
    } finally {
      setSending('no');
    }
  };
  // Another key empties the field once the reply is received.
  return (
    <Input.Search
      key={sent}
      aria-label="Reply as this person"
      placeholder="Reply as this person. STOP opts out."
      enterButton="Reply"
      loading={sending === 'yes'}
      maxLength={1000}
      onSearch={(text) => (text.trim() ? void send(text.trim()) : undefined)}
    />
  );
}

const mailsOf = (answer: AnswerOf<typeof simulatedInbox>): readonly SimulatedMail[] => answer.data;
