import { useSubscription } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { callKey } from '../../providers/calls/use-call';
import { onLive } from '../../providers/live/live';
import { myDay } from '../../schemas/calls/leads';

/** The day loads again when someone changes a lead of this user, and when one of their calls ends. */
export function useLiveDay(): void {
  const client = useQueryClient();
  const reload = useCallback((): void => void client.invalidateQueries({ queryKey: callKey(myDay) }), [client]);
  // a follow-up that is planned, moved or done changes its lead too
  useSubscription({ channel: 'resources/leads', onLiveEvent: reload });
  useEffect(
    () =>
      onLive('call_state', ({ state }) => {
        if (state === 'ended') reload();
      }),
    [reload],
  );
}
