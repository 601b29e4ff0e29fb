import type { ReactNode } from 'react';
import './reach.css';
import { callLead, writeToLead } from '../../providers/screens/lead-reach';
import { Icon } from '../marks/icon';
import { phoneText } from '../../schemas/kit/phone-text';

/** Whether there is a number to call: one that is masked or hidden from this role is dialled by the server. */
export const hasPhone = (phone: unknown): boolean => phone !== null && phone !== '';
/** Whether the lead can be written to on WhatsApp: some have a number for that alone. */
export const hasWhatsApp = (lead: { readonly phone?: unknown; readonly whatsapp_number?: unknown }): boolean =>
  hasPhone(lead.phone) || Boolean(lead.whatsapp_number);

/** Call and WhatsApp as two icon buttons; `strong` fills the call button of the one row that comes next. */
export function Reach({
  leadId,
  name,
  phone,
  chat,
  look = 'icon',
  strong = false,
}: {
  /** '' for a number that is not a lead yet: it can be called. */
  leadId: string;
  name: string;
  phone: unknown;
  /** The lead's own number for WhatsApp. */
  chat?: unknown;
  /** 'icon' in a row's floating bar, 'box' in a queue, 'round' on a card. */
  look?: 'icon' | 'box' | 'round';
  strong?: boolean;
}): ReactNode {
  const number = typeof phone === 'string' ? phone : '';
  const mayCall = hasPhone(phone) && (leadId !== '' || number !== '');
  const className = look === 'icon' ? 'p-icon-button' : `p-reach p-reach-${look}`;
  const size = look === 'round' ? 20 : 16;
  return (
    <>
      {mayCall ? (
        <button
          type="button"
          className={strong ? `${className} p-strong` : className}
          aria-label={`Call ${name}`}
          title={number ? `Call ${phoneText(number)}` : 'Call'}
          onClick={() => callLead({ leadId: leadId || null, name, phone: number })}
        >
          <Icon name="phone" size={size} />
        </button>
      ) : null}
      {leadId && hasWhatsApp({ phone, whatsapp_number: chat }) ? (
        <button
          type="button"
          className={look === 'icon' ? className : `${className} p-reach-chat`}
          aria-label={`WhatsApp ${name}`}
          title="WhatsApp"
          onClick={() => writeToLead({ leadId, name, channel: 'whatsapp' })}
        >
          <Icon name="whatsapp" size={size} />
        </button>
      ) : null}
    </>
  );
}
