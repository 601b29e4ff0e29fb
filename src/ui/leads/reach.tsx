import type { ReactNode } from 'react';
import './reach.css';
import { Icon } from '../marks/icon';
import { phoneLink, phoneText } from './phones';

/** Masked numbers (98xxxxxx21) are shown, but cannot be dialled. */
export const canReach = (phone: unknown): phone is string => typeof phone === 'string' && phone !== '' && !/[x*]/i.test(phone);
export const whatsAppLink = (phone: string): string => `https://wa.me/${phoneLink(phone).replace('+', '')}`;

/** Call and WhatsApp as two icon buttons; `strong` fills the call button of the one row that comes next. */
export function Reach({
  name,
  phone,
  look = 'icon',
  strong = false,
}: {
  name: string;
  phone: unknown;
  /** 'icon' in a row's floating bar, 'box' in a queue, 'round' on a card. */
  look?: 'icon' | 'box' | 'round';
  strong?: boolean;
}): ReactNode {
  if (!canReach(phone)) return null;
  const className = look === 'icon' ? 'p-icon-button' : `p-reach p-reach-${look}`;
  return (
    <>
      <a
        className={strong ? `${className} p-strong` : className}
        href={`tel:${phoneLink(phone)}`}
        aria-label={`Call ${name}`}
        title={`Call ${phoneText(phone)}`}
      >
        <Icon name="phone" size={look === 'round' ? 20 : 16} />
      </a>
      <a
        className={look === 'icon' ? className : `${className} p-reach-chat`}
        href={whatsAppLink(phone)}
        target="_blank"
        rel="noreferrer"
        aria-label={`WhatsApp ${name}`}
        title="WhatsApp"
      >
        <Icon name="whatsapp" size={look === 'round' ? 20 : 16} />
      </a>
    </>
  );
}
