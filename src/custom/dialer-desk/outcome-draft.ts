import { makeDrafts, textIn } from '../../providers/drafts';
import { onSessionEnd } from '../../providers/session/session';
import type { SeenStage } from '../../schemas/calls/call-actions';
import { callOutcomes, type CallOutcome } from '../../schemas/calls/dialer';
import { isRecord, recordIn } from '../../schemas/kit/is-record';
import type { SentStage, StageSending } from '../../ui/leads/call-action/stage-sending';
import { startValues, type Attachment, type CallActionValues, type StageGroup } from '../../ui/leads/call-action/values';

/** What was chosen and written for a call but not sent yet. It survives closing the dialer, leaving the page and a reload. */
export interface OutcomeDraft {
  /** Undefined while the call continues. */
  readonly outcome: CallOutcome | undefined;
  readonly note: string;
  /** The lead's next stage with its other values. */
  readonly stage?: CallActionValues | undefined;
}
const drafts = makeDrafts<OutcomeDraft | undefined>(
  'call-outcomes',
  ({ outcome, note, stage }) =>
    typeof note === 'string'
      ? { outcome: callOutcomes.find((one) => one === outcome), note, stage: isRecord(stage) ? stageIn(stage) : undefined }
      : undefined,
  (draft) => draft === undefined,
);
/** The stage that was sent for a call and whose answer has not come: sent again as it was, even after a reload, it is saved once. */
const saves = makeDrafts<SentStage | undefined>(
  'call-stage-saves',
  ({ ref, values, seen }) =>
    typeof ref === 'string' && typeof values === 'string'
      ? { ref, values, seen: isRecord(seen) ? seenIn(seen) : undefined }
      : undefined,
  (sent) => sent === undefined,
);
const seenIn = (seen: unknown): SeenStage => {
  const { stage_id, sub_stage } = recordIn(seen);
  return { stage_id: textIn(stage_id) || null, sub_stage: textIn(sub_stage) || null };
};
export const sentStage = (callId: string): StageSending => ({
  last: () => saves.of(callId),
  keep: (sent) => saves.change(callId, () => sent),
});

/** Attachments are too large to be stored: they last as long as the page. */
const files = new Map<string, readonly Attachment[]>();
onSessionEnd(() => files.clear());

export function outcomeDraft(callId: string): OutcomeDraft | undefined {
  const draft = drafts.of(callId);
  const attached = files.get(callId);
  return draft?.stage && attached ? { ...draft, stage: { ...draft.stage, files: attached } } : draft;
}
export function keepOutcome(callId: string, { stage, ...draft }: OutcomeDraft): void {
  files.set(callId, stage?.files ?? []);
  drafts.change(callId, () => ({ ...draft, stage: stage && { ...stage, files: [] } }));
}
export function dropOutcome(callId: string): void {
  files.delete(callId);
  drafts.drop(callId);
  saves.drop(callId);
}

const groups: readonly StageGroup[] = ['leads', 'call', 'application'];
function stageIn(stage: unknown): CallActionValues {
  const { group, selectStage, selectSubStage, call_date_time, message, selectCollegeId, lockStage, allowAutomation } =
    recordIn(stage);
  return {
    ...startValues(textIn(selectStage) || null, allowAutomation === true),
    group: groups.find((one) => one === group) ?? null,
    selectSubStage: textIn(selectSubStage) || null,
    call_date_time: textIn(call_date_time) || null,
    message: textIn(message),
    selectCollegeId: typeof selectCollegeId === 'number' ? selectCollegeId : null,
    lockStage: lockStage === true,
  };
}
