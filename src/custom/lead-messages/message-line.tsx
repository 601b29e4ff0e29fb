import type { ReactNode } from 'react';
import type { LeadMessage } from '../../schemas/calls/lead-messages';
import { fullTime, shortTime } from '../../ui/time/dates';

const states: Readonly<Record<LeadMessage['status'], readonly [tick: string, word: string, className?: string]>> = {
  sending: ['…', 'Sending'],
  sent: ['✓', 'Sent'],
  delivered: ['✓✓', 'Delivered'],
  read: ['✓✓', 'Read', 'lm-read'],
  failed: ['!', 'Not sent', 'lm-failed'],
  unknown: ['?', 'Not confirmed'],
};

export function MessageLine({ message }: { message: LeadMessage }): ReactNode {
  const { direction, type, subject, text, status, error, at, user_name } = message;
  const [tick, word, className] = states[status];
  return (
    <li className={direction === 'out' ? 'lm-line lm-out' : 'lm-line'}>
      {subject ? <strong>{subject}</strong> : null}
      <p className="p-lines">{text || `(${type})`}</p>
      <span className="lm-meta">
        {direction === 'out' ? <span className="p-cut">{user_name ?? 'The system'}</span> : null}
        <time dateTime={at} title={fullTime(at)}>
          {shortTime(at)}
        </time>
        {direction === 'out' ? (
          <span className={className}>
            <span aria-hidden>{tick}</span> {word}
          </span>
        ) : null}
      </span>
      {error || status === 'unknown' ? (
        <span className="lm-error">{error || 'The provider did not answer, so this message may have been sent.'}</span>
      ) : null}
    </li>
  );
}
