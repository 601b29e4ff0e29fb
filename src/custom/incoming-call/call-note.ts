import { useEffect, useState } from 'react';
import { call } from '../../providers/calls/call';
import { noteCall } from '../../schemas/calls/telephony';

const pauseMs = 600;

export interface KeptNote {
  /** Keeps what is written now with the call, soon. */
  readonly write: (note: string) => void;
  /** Sends what has not been sent yet. */
  readonly flush: () => Promise<void>;
  readonly state: 'kept' | 'failed';
}

/** A call's note, `first` as it was when this window opened, kept with the call while it is typed, and at the latest when the popup or the page is left. */
export function useKeptNote(callId: string | undefined, first: string): KeptNote {
  const [state, setState] = useState<KeptNote['state']>('kept');
  const [keeper] = useState(() => makeKeeper(callId, first, setState));
  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden') void keeper.flush();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      void keeper.flush();
    };
  }, [keeper]);
  return { ...keeper, state };
}

function makeKeeper(
  callId: string | undefined,
  first: string,
  tell: (state: KeptNote['state']) => void,
): Omit<KeptNote, 'state'> {
  let unsent: string | undefined;
  let kept = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> = Promise.resolve();
  const send = async (): Promise<void> => {
    const note = unsent;
    if (note === undefined || !callId) return;
    unsent = undefined;
    try {
      await call(noteCall, { call_id: callId, note, before: kept }, { keepalive: true });
      kept = note;
      tell('kept');
    } catch {
      unsent ??= note; // sent with the next change, or at the end
      tell('failed');
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    return (sending = sending.then(send)); // one after the other, so that the last one stays
  };
  return {
    flush,
    write(note) {
      unsent = note;
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), pauseMs);
    },
  };
}
