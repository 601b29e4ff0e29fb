import type { ReactNode } from 'react';
import './reach.css';
import { callLead, writeToLead } from '../../providers/screens/lead-reach';
import { Icon } from '../marks/icon';
import { phoneText } from '../../schemas/kit/phone-text';

/** Whether there is a number to call: one that is masked or hidden from this role is dialled by the server. */
export const hasPhone = (phone: unknown): boolean => phone !== null && phone !== '';

/** Call and WhatsApp as two icon buttons; `strong` fills the call button of the one row that comes next. */
export function Reach({
  leadId,
  name,
  phone,
  look = 'icon',
  strong = false,
}: {
  /** '' for a number that is not a lead yet: it can be called. */
  leadId: string;
  name: string;
  phone: unknown;
  /** 'icon' in a row's floating bar, 'box' in a queue, 'round' on a card. */
  look?: 'icon' | 'box' | 'round';
  strong?: boolean;
}): ReactNode {
  const number = typeof phone === 'string' ? phone : '';
  if (!hasPhone(phone) || (!leadId && !number)) return null;
  const className = look === 'icon' ? 'p-icon-button' : `p-reach p-reach-${look}`;
  const size = look === 'round' ? 20 : 16;
  return (
    <>
      <button
        type="button"
        className={strong ? `${className} p-strong` : className}
        aria-label={`Call ${name}`}
        title={number ? `Call ${phoneText(number)}` : 'Call'}
        onClick={() => callLead({ leadId: leadId || null, name, phone: number })}
      >
        <Icon name="phone" size={size} />
      </button>
      {leadId ? (
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
