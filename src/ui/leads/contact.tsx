import type { ReactNode } from 'react';
import { phoneLink, phoneText } from './phones';

/** A phone number with a call link; masked numbers are plain text. */
export function PhoneLink({ value }: { value: unknown }): ReactNode {
  if (!value) return '–';
  const text = String(value);
  if (/[x*]/i.test(text)) return <span className="p-num">{text}</span>;
  return (
    <a
      className="p-contact p-num"
      href={`tel:${phoneLink(text)}`}
      title={`Call ${phoneText(text)}`}
      onClick={(event) => event.stopPropagation()}
    >
      {phoneText(text)}
    </a>
  );
}

export function MailLink({ value }: { value: unknown }): ReactNode {
  if (!value) return '–';
  return (
    <a
      className="p-contact p-cut"
      href={`mailto:${String(value)}`}
      title={`Write to ${String(value)}`}
      onClick={(event) => event.stopPropagation()}
    >
      {String(value)}
    </a>
  );
}
