import { useState, type ReactNode } from 'react';
import { useDialerOpen } from '../../providers/screens/dialer-modal';
import { onDemand } from '../../ui/dialogs/on-demand';
import { FloatingDialer } from './dialer-button';

const DialerModal = onDemand('dialer', () => import('./dialer-modal'));

/** Mounts the dialer of the shell: its code loads when it is first opened, and it stays mounted. */
export default function DialerHost(): ReactNode {
  const open = useDialerOpen();
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return (
    <>
      <FloatingDialer />
      {wanted ? <DialerModal /> : null}
    </>
  );
}
