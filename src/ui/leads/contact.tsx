import type { ReactNode } from 'react';
import type { LeadNumber } from '../../schemas/calls/dialer';
import { callLead, writeToLead } from '../../providers/screens/lead-reach';
import { phoneText } from '../../schemas/kit/phone-text';
import { phoneLink } from './phones';

/** Whose number or address it is: with it a click calls or writes through the product. */
interface OfLead {
  readonly leadId: string;
  readonly name: string;
}

/**
 * A phone number that is called by a click. A masked one of a lead too; any other masked number is plain text, and so is every
 * number where `of` is null: this user may not call it. `number` says which of the lead's numbers it is; a number that a lead no
 * longer has is called without its lead.
 */
export function PhoneLink({
  value,
  of,
  number = 'phone',
}: {
  value: unknown;
  of?: OfLead | null;
  number?: LeadNumber | null;
}): ReactNode {
  if (!value) return '–';
  const text = String(value);
  if (of === null || (number === null && isMasked(text))) return <span className="p-num">{phoneText(text)}</span>;
  if (of)
    return (
      <button
        type="button"
        className="p-contact p-num"
        title={`Call ${phoneText(text)}`}
        onClick={(event) => {
          event.stopPropagation();
          callLead(number === null ? { name: of.name, leadId: null, phone: text } : { ...of, number, phone: text });
        }}
      >
        {phoneText(text)}
      </button>
    );
  if (isMasked(text)) return <span className="p-num">{text}</span>;
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

const isMasked = (text: string): boolean => /[x*]/i.test(text);

/** An email address that is written to by a click; plain text where `of` is null. */
export function MailLink({ value, of }: { value: unknown; of?: OfLead | null }): ReactNode {
  if (!value) return '–';
  const text = String(value);
  if (of === null) return <span className="p-cut">{text}</span>;
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
