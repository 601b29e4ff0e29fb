import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { openDialer } from '../../providers/screens/dialer-modal';
import { useInCall } from '../../providers/live/in-call';
import { useMayDo } from '../../providers/rights';
import { dialerDesk } from '../../schemas/calls/dialer';
import { LineIcon } from '../../ui/marks/line-icon';
import { useNarrow } from '../../ui/page/use-narrow';
import './dialer-button.css';

/** In the header if there is room. */
export const HeaderDialer = (): ReactNode =>
  useNarrow() ? null : <DialerButton className="p-shell-button dd-header" size={16} />;

/** On a phone a floating button opens the dialer; the desk page itself needs none. */
export function FloatingDialer(): ReactNode {
  const narrow = useNarrow();
  const { pathname } = useLocation();
  return narrow && pathname !== '/dialer' ? <DialerButton className="dd-floating" size={20} /> : null;
}

/** A dot shows that a call is in progress. */
function DialerButton({ className, size }: { className: string; size: number }): ReactNode {
  const mayDial = useMayDo(dialerDesk)('read');
  const calling = useInCall();
  if (!mayDial) return null;
  return (
    <button
      type="button"
      className={className}
      aria-label={calling ? 'Dialer, call in progress' : 'Dialer'}
      title="Dialer"
      data-calling={calling || undefined}
      onClick={openDialer}
    >
      <LineIcon path={keys} size={size} />
    </button>
  );
}

const keys =
  'M4 3.200h.01M8 3.200h.01M12 3.200h.01M4 6.800h.01M8 6.800h.01M12 6.800h.01M4 10.400h.01M8 10.400h.01M12 10.400h.01M8 13.800h.01';
