import { useEffect, useRef, useState } from 'react';
import { call as callServer } from '../../providers/calls/call';
import { useCall } from '../../providers/calls/use-call';
import type { DialerCall } from '../../providers/live/live';
import { useMayDo } from '../../providers/rights';
import { linkCaller } from '../../schemas/calls/call-history';
import { dialerControl, dialerDesk, type CallAbility, type callControls } from '../../schemas/calls/dialer';
import { toasts } from '../../ui/toasts/toasts';

type Action = (typeof callControls)[number];
export interface Line {
  readonly can: readonly CallAbility[];
  readonly muted: boolean;
  readonly onHold: boolean;
  readonly busy: boolean;
  readonly act: (action: Action, more?: { readonly digits?: string; readonly user_id?: string }) => void;
}

/** What can be done with an incoming call that is talked on; what the provider refuses is taken back. */
export function useLine({ call_id: callId, state, on_hold, muted: wasMuted }: DialerCall): Line {
  const isOpen = useMayDo(dialerControl)('update') && state === 'answered' && callId !== undefined;
  const { data: desk } = useCall(dialerDesk, {}, { enabled: isOpen, staleTime: 60_000, retry: false });
  const [muted, setMuted] = useState(wasMuted ?? false);
  const [onHold, setOnHold] = useState(on_hold ?? false);
  const [busy, setBusy] = useState(false);
  const act: Line['act'] = (action, more = {}) => {
    if (!callId || busy) return;
    const show = (done: boolean): void => {
      if (action === 'mute' || action === 'unmute') setMuted((action === 'mute') === done);
      if (action === 'hold' || action === 'resume') setOnHold((action === 'hold') === done);
    };
    show(true);
    setBusy(true);
    callServer(dialerControl, { call_id: callId, action, ...more })
      .catch((error: unknown) => {
        show(false);
        toasts.error(error);
      })
      .finally(() => setBusy(false));
  };
  return { can: isOpen ? (desk?.can ?? []) : [], muted, onHold, busy, act };
}

/** The lead that was chosen or made for an unknown number gets the call, once it is talked on. */
export function useLinked({ call_id: callId, state, requestBody }: DialerCall, leadId: string | undefined): void {
  const linked = useRef(requestBody.id);
  useEffect(() => {
    if (!callId || !leadId || state !== 'answered' || linked.current === leadId) return;
    linked.current = leadId;
    callServer(linkCaller, { id: callId, lead_id: leadId }).catch(() => undefined); // the number is another one of the person
  }, [callId, leadId, state]);
}
