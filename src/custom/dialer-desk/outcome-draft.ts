import type { CallOutcome } from '../../schemas/calls/dialer';
import { onSessionEnd } from '../../providers/session/session';

/** The outcome that was chosen and written but not sent yet. It survives closing the dialer and leaving the page. */
export interface OutcomeDraft {
  readonly outcome: CallOutcome;
  readonly note: string;
}
const drafts = new Map<string, OutcomeDraft>();
onSessionEnd(() => drafts.clear());

export const outcomeDraft = (callId: string): OutcomeDraft | undefined => drafts.get(callId);
export const keepOutcome = (callId: string, draft: OutcomeDraft): void => void drafts.set(callId, draft);
export const dropOutcome = (callId: string): void => void drafts.delete(callId);
