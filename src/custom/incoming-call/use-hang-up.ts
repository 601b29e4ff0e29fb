import { useState } from 'react';
import { callWire } from '../../providers/calls/call';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import type { DialerCall } from '../../providers/live/live';
import { hangUp as hangUpCall } from '../../schemas/calls/telephony';
import { toasts } from '../../ui/toasts/toasts';
import { useOneAtATime } from '../../ui/actions/use-one-at-a-time';
import type { Caller } from './caller-lead';

/** Ends the call; on code 200 its lead goes to the call-action modal and the popup closes, else it stays (D-083). */
export function useHangUp(
  { call_id: callId, requestBody }: DialerCall,
  written: { readonly caller: Caller | null; readonly note: string; readonly clg_id: number | null },
  onEnd: () => void,
): { busy: boolean; refused: string; hangUp: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const hangUp = useOneAtATime(async () => {
    setBusy(true);
    setRefused('');
    try {
      const { id: lead_id, user_id } = requestBody;
      await callWire(hangUpCall, { user_id, ...(lead_id ? { lead_id } : {}), ...(callId ? { call_id: callId } : {}) });
    } catch (error) {
      setRefused((error instanceof Error && error.message) || 'Some Error');
      toasts.error(error);
      setBusy(false);
      return;
    }
    const { caller, note, clg_id } = written;
    if (caller)
      openLeadStage({
        leadId: caller.id,
        dialer: true,
        obd_call: { ...requestBody, id: caller.id, name: caller.name, note: note.trim(), clg_id },
      });
    onEnd();
  });
  return { busy, refused, hangUp };
}
