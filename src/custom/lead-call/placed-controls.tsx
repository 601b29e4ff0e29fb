import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { callKey } from '../../providers/calls/use-call';
import { dialerControl, dialerDesk, type CallAbility, type DeskCall } from '../../schemas/calls/dialer';
import { CallControls } from '../../ui/leads/call-controls';
import { toasts } from '../../ui/toasts/toasts';

/**
 * Mute, hold, keypad and transfer of the call of this window. A transfer ends the call here before the provider is asked, and one that it
 * refuses brings the call back: `onTransfer` says while that is open.
 */
export default function PlacedControls({
  line,
  can,
  onTransfer,
}: {
  line: DeskCall;
  can: readonly CallAbility[];
  onTransfer: (isOpen: boolean) => void;
}): ReactNode {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  return (
    <div className="pc-controls">
      <CallControls
        can={can}
        muted={line.muted}
        onHold={line.state === 'on_hold'}
        busy={busy}
        onAct={(action, more = {}) => {
          setBusy(true);
          if (action === 'transfer') onTransfer(true);
          call(dialerControl, { call_id: line.id, action, ...more })
            .catch((error: unknown) => toasts.error(error))
            .then(() => client.invalidateQueries({ queryKey: callKey(dialerDesk) }))
            .finally(() => {
              setBusy(false);
              if (action === 'transfer') onTransfer(false);
            });
        }}
      />
    </div>
  );
}
