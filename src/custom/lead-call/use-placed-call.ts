import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../providers/calls/call';
import { callKey, useCall } from '../../providers/calls/use-call';
import { onLive } from '../../providers/live/live';
import { setPlacedCall, type PlacedCall } from '../../providers/screens/lead-reach';
import { dialerCall, dialerDesk, type CallAbility, type DeskCall } from '../../schemas/calls/dialer';
import { serverAt, serverNow } from '../../ui/time/server-clock';
import { toasts } from '../../ui/toasts/toasts';

/** The calls that were placed already: a panel that is drawn again does not dial again. */
const asked = new WeakSet<PlacedCall>();
/** A desk that was read this soon after the call was placed may have been answered before it. */
const marginMs = 2000;

export interface LineState {
  /** Undefined while the call is placed. */
  readonly line: DeskCall | undefined;
  readonly isOver: boolean;
  /** What the provider can do with it, once it is talked on. */
  readonly can: readonly CallAbility[];
  /** The server's clock minus this one's. */
  readonly offset: number;
}

/** Places the call once, then follows it: the socket reports its states, and it is polled besides. */
export function usePlacedLine(placed: PlacedCall): LineState {
  const client = useQueryClient();
  const { callId } = placed;
  const [since] = useState(serverNow);
  const [ended, setEnded] = useState<{ readonly id: string; readonly at: number }>();
  useEffect(() => {
    if (callId || asked.has(placed)) return;
    asked.add(placed);
    void place(placed).then((next) => {
      setPlacedCall(next);
      return client.invalidateQueries({ queryKey: callKey(dialerDesk) });
    });
  }, [placed, callId, client]);
  useEffect(
    () =>
      onLive('call_state', ({ call_id, state }) => {
        if (call_id === callId && (state === 'wrap_up' || state === 'ended')) setEnded({ id: call_id, at: serverNow() });
        void client.invalidateQueries({ queryKey: callKey(dialerDesk) });
      }),
    [callId, client],
  );
  const { data: desk, dataUpdatedAt } = useCall(
    dialerDesk,
    {},
    { enabled: callId !== undefined, refetchInterval: 5000, retry: false },
  );
  const line = desk?.call?.id === callId ? (desk?.call ?? undefined) : undefined;
  // what a desk from before the end says of the call, such as its outcome, is out of date
  const isAfterEnd = ended !== undefined && ended.id === callId && serverAt(dataUpdatedAt) > ended.at;
  const isGone =
    desk !== undefined && callId !== undefined && !line && (isAfterEnd || serverAt(dataUpdatedAt) > since + marginMs);
  const isOver = line?.state === 'wrap_up' || line?.state === 'ended' || isGone;
  const isUp = line?.state === 'answered' || line?.state === 'on_hold';
  return { line, isOver, can: isUp && !isOver ? (desk?.can ?? []) : [], offset: desk ? Date.parse(desk.now) - dataUpdatedAt : 0 };
}

async function place(placed: PlacedCall): Promise<PlacedCall | null> {
  const { leadId, number, phone } = placed;
  try {
    const { data } = await call(dialerCall, leadId ? { lead_id: leadId, ...(number ? { number } : {}) } : { phone: phone ?? '' });
    if (data.dial) window.location.href = `tel:${data.dial}`;
    return { ...placed, callId: data.call_id, ...(data.dial ? { dial: data.dial } : {}) };
  } catch (error) {
    toasts.error(error);
    return null;
  }
}
