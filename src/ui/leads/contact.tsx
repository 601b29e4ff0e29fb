import type { ReactNode } from 'react';
import { callLead, writeToLead } from '../../providers/screens/lead-reach';
import { phoneLink, phoneText } from './phones';

/** Whose number or address it is: with it a click calls or writes through the product. */
interface OfLead {
  readonly leadId: string;
  readonly name: string;
}

/** A phone number that is called by a click. A masked one of a lead too; any other masked number is plain text. */
export function PhoneLink({ value, of }: { value: unknown; of?: OfLead }): ReactNode {
  if (!value) return '–';
  const text = String(value);
  if (of)
    return (
      <button
        type="button"
        className="p-contact p-num"
        title={`Call ${phoneText(text)}`}
        onClick={(event) => {
          event.stopPropagation();
          callLead({ ...of, phone: text });
        }}
      >
        {phoneText(text)}
      </button>
    );
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

export function MailLink({ value, of }: { value: unknown; of?: OfLead }): ReactNode {
  if (!value) return '–';
  const text = String(value);
  if (of)
    return (
      <button
        type="button"
        className="p-contact p-cut"
        title={`Write to ${text}`}
        onClick={(event) => {
          event.stopPropagation();
          writeToLead({ ...of, channel: 'email' });
        }}
      >
        {text}
      </button>
    );
  return (
    <a
      className="p-contact p-cut"
      href={`mailto:${text}`}
      title={`Write to ${text}`}
      onClick={(event) => event.stopPropagation()}
    >
      {text}
    </a>
  );
}
