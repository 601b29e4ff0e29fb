import { useSubscription } from '@refinedev/core';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call as callServer } from '../../providers/calls/call';
import { callKey, useCall } from '../../providers/calls/use-call';
import { onLive, tellLive } from '../../providers/live/live';
import { fetchMissed } from '../../providers/live/live-gap';
import { liveBoard, superviseCall, type LiveBoard } from '../../schemas/calls/live-board';
import { hangUp } from '../../schemas/calls/telephony';
import type { SupervisorAction } from '../../schemas/kit/supervision';
import { toasts } from '../../ui/toasts/toasts';

const key = callKey(liveBoard);

/** The board; the socket reports changes of calls, and what it does not report (breaks) is read again meanwhile. */
export function useBoard(): UseQueryResult<LiveBoard> {
  const client = useQueryClient();
  const reload = useCallback((): void => void client.invalidateQueries({ queryKey: key }), [client]);
  useSubscription({ channel: 'resources/calls', onLiveEvent: reload });
  useEffect(() => onLive('call_state', reload), [reload]);
  return useCall(liveBoard, {}, { refetchInterval: 10_000, retry: false });
}

export interface BoardActions {
  /** The call on which something is being done; its buttons wait. */
  readonly busy: string | undefined;
  readonly supervise: (callId: string, action: SupervisorAction | 'leave') => Promise<void>;
  /** Ends a call of the user. */
  readonly hangUp: (callId: string) => Promise<void>;
}

/** Each says what happened and reads the board again. */
export function useBoardActions(): BoardActions {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const run = async (callId: string, work: () => Promise<{ readonly message?: string | undefined }>): Promise<void> => {
    setBusy(callId);
    try {
      const { message } = await work();
      if (message) toasts.success(message);
    } catch (error) {
      toasts.error(error);
    } finally {
      await client.invalidateQueries({ queryKey: key });
      setBusy(undefined);
    }
  };
  return {
    busy,
    supervise: (callId, action) =>
      run(callId, async () => {
        const answer = await callServer(superviseCall, { call_id: callId, action });
        if (action === 'take_over' && answer.data.call_id !== callId) {
          tellLive('call_claimed', answer.data);
          void fetchMissed(); // brings the call, which this window shows now
        }
        return answer;
      }),
    hangUp: (callId) => run(callId, () => callServer(hangUp, { call_id: callId })),
  };
}
