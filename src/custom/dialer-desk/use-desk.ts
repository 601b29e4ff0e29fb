import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call as callServer } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { callKey, useCall } from '../../providers/calls/use-call';
import { onLive } from '../../providers/live/live';
import {
  dialerCall,
  dialerControl,
  dialerDesk,
  dialerLeave,
  dialerNext,
  dialerOutcome,
  type callControls,
  type CallOutcome,
  type DeskCall,
  type DeskLead,
  type DialerDesk,
  type waysToLeave,
} from '../../schemas/calls/dialer';
import { hangUp } from '../../schemas/calls/telephony';
import { toasts } from '../../ui/toasts/toasts';
import { dropOutcome } from './outcome-draft';

const key = callKey(dialerDesk);
export const isGoingOn = (call: DeskCall | null | undefined): boolean => Boolean(call && call.state !== 'wrap_up');

/** The desk as the server has it, the same in every tab. The socket reports changes; during a call it is also polled. */
export function useDesk(): UseQueryResult<DialerDesk> {
  const client = useQueryClient();
  useEffect(
    () =>
      onLive('call_state', ({ state }) => {
        void client.invalidateQueries({ queryKey: key });
        if (state === 'wrap_up') refreshLeadWork(client); // the lead's last activity is this call
      }),
    [client],
  );
  return useCall(dialerDesk, {}, { refetchInterval: (desk) => (isGoingOn(desk?.call) ? 5000 : 60_000), retry: false });
}

export interface DeskActions {
  /** The action in progress; buttons are disabled meanwhile. */
  readonly busy: boolean;
  /** A call is being ended: pressing again sends nothing. */
  readonly hangingUp: boolean;
  /** Returns the served lead, null if none is due, undefined if the call failed. */
  next(list: string): Promise<DeskLead | null | undefined>;
  dial(whom: { entry_id: string } | { lead_id: string } | { phone: string }): Promise<boolean>;
  hangUp(call: DeskCall): Promise<boolean>;
  control(call: DeskCall, action: (typeof callControls)[number], more?: { digits?: string; user_id?: string }): Promise<boolean>;
  finish(call: DeskCall, outcome: CallOutcome, note?: string): Promise<boolean>;
  leave(lead: DeskLead, how: (typeof waysToLeave)[number]): Promise<boolean>;
}

/** The agent's actions; each shows its error and reloads the desk. */
export function useDeskActions(): DeskActions {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      setBusy(true);
      try {
        return await work();
      } catch (error) {
        toasts.error(error);
        return undefined;
      } finally {
        await client.invalidateQueries({ queryKey: key });
        setBusy(false);
      }
    },
    [client],
  );
  const done = async (work: () => Promise<unknown>): Promise<boolean> => (await run(async () => (await work(), true))) ?? false;
  const ending = useRef(false);
  const [hangingUp, setHangingUp] = useState(false);
  const endCall = async (call: DeskCall): Promise<boolean> => {
    if (ending.current) return false;
    setHangingUp((ending.current = true));
    const ended = await done(() => callServer(hangUp, { call_id: call.id }));
    setHangingUp((ending.current = false));
    return ended;
  };
  return {
    busy,
    next: (list) => run(async () => (await callServer(dialerNext, { list_id: list })).data),
    dial: (whom) => done(() => callServer(dialerCall, whom)),
    hangingUp,
    hangUp: endCall,
    control: (call, action, more = {}) => done(() => callServer(dialerControl, { call_id: call.id, action, ...more })),
    finish: (call, outcome, note) =>
      done(async () => {
        await callServer(dialerOutcome, { call_id: call.id, outcome, ...(note ? { note } : {}) });
        dropOutcome(call.id);
        refreshLeadWork(client);
      }),
    leave: (lead, how) => done(() => callServer(dialerLeave, { entry_id: lead.entry_id, how })),
  };
}
