import { call } from '../../providers/calls/call';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import type { DialerCall } from '../../providers/live/live';
import { Problem } from '../../schemas/kit/problem';
import { hangUp, takeCall } from '../../schemas/calls/telephony';
import { toasts } from '../../ui/toasts/toasts';
import type { Caller } from './caller-lead';

/** What is written while the call rings. */
export interface CallNote {
  readonly note: string;
  readonly clg_id: number | null;
}

/** 'gone': the call is over or was taken elsewhere; 'failed': it still rings, and can be taken again. */
export async function answerCall({ call_id: callId }: DialerCall): Promise<'taken' | 'gone' | 'failed'> {
  try {
    if (callId) await call(takeCall, { call_id: callId });
    return 'taken';
  } catch (error) {
    toasts.error(error);
    return error instanceof Problem && (error.code === 404 || error.code === 409) ? 'gone' : 'failed';
  }
}

/**
 * Ends the call, which rejects one that was not taken; on code 200 its lead goes to the call-action modal, else it throws and the
 * popup stays (D-083).
 */
export async function endCall(dialled: DialerCall, caller: Caller | null, written: CallNote): Promise<void> {
  const { call_id: callId, requestBody } = dialled;
  const { id: lead_id, user_id } = requestBody;
  try {
    await call(hangUp, { user_id, ...(lead_id ? { lead_id } : {}), ...(callId ? { call_id: callId } : {}) });
  } catch (error) {
    toasts.error(error);
    throw error;
  }
  askForStage(dialled, caller, written);
}

/** The call is over: opens the form for its result. */
export function askForStage({ requestBody }: DialerCall, caller: Caller | null, { note, clg_id }: CallNote): void {
  if (caller)
    openLeadStage({
      leadId: caller.id,
      dialer: true,
      obd_call: { ...requestBody, id: caller.id, name: caller.name, note: note.trim(), clg_id },
    });
}
