import { useSubscription } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { callKey } from '../../providers/calls/use-call';
import { onLive } from '../../providers/live/live';
import { myDay } from '../../schemas/calls/leads';
import { today } from '../../ui/time/today';

/** The day loads again when someone changes a lead of this user, when one of their calls ends, and when the next day begins. */
export function useLiveDay(shown: string | undefined): void {
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
  useEffect(() => {
    if (shown === undefined) return undefined;
    // a sleeping computer wakes up after midnight, so the day is compared and not waited for
    const timer = setInterval(() => today() === shown || reload(), 60_000);
    return () => clearInterval(timer);
  }, [shown, reload]);
}
