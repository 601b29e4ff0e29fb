import { makeDrafts, textIn } from '../../providers/drafts';
import type { SeenStage } from '../../schemas/calls/call-actions';
import { callOutcomes, type CallOutcome } from '../../schemas/calls/dialer';
import { isRecord, recordIn } from '../../schemas/kit/is-record';
import type { SentStage, StageSending } from '../../ui/leads/call-action/stage-sending';
import { startValues, type CallActionValues, type StageGroup } from '../../ui/leads/call-action/values';
import { areLoaded, dropFiles, filesOf, keepFiles, keptFilesIn, loadFiles, type KeptFile } from './outcome-files';

/** What was chosen and written for a call but not sent yet. It survives closing the dialer, leaving the page and a reload. */
export interface OutcomeDraft {
  /** Undefined while the call continues. */
  readonly outcome: CallOutcome | undefined;
  readonly note: string;
  /** The lead's next stage with its other values. */
  readonly stage?: CallActionValues | undefined;
}
/** As it is stored: the contents of its files are elsewhere. */
interface StoredOutcome extends OutcomeDraft {
  readonly files: readonly KeptFile[];
}
const drafts = makeDrafts<StoredOutcome | undefined>(
  'call-outcomes',
  ({ outcome, note, stage, files }) =>
    typeof note === 'string'
      ? {
          outcome: callOutcomes.find((one) => one === outcome),
          note,
          stage: isRecord(stage) ? stageIn(stage) : undefined,
          files: keptFilesIn(files),
        }
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

export function outcomeDraft(callId: string): OutcomeDraft | undefined {
  const kept = drafts.of(callId);
  if (!kept) return undefined;
  const { files, ...draft } = kept;
  return draft.stage ? { ...draft, stage: { ...draft.stage, files: filesOf(files) } } : draft;
}
export function keepOutcome(callId: string, { stage, ...draft }: OutcomeDraft): void {
  const files = keepFiles(stage?.files ?? []);
  dropFiles(filesIn(callId).filter((one) => !files.some(({ key }) => key === one.key)));
  drafts.change(callId, () => ({ ...draft, stage: stage && { ...stage, files: [] }, files }));
}
export function dropOutcome(callId: string): void {
  dropFiles(filesIn(callId));
  drafts.drop(callId);
  saves.drop(callId);
}
const filesIn = (callId: string): readonly KeptFile[] => drafts.of(callId)?.files ?? [];

/** Whether the draft is there with its files; after a reload `loadOutcome` has to fetch their contents first. */
export const isLoaded = (callId: string): boolean => areLoaded(filesIn(callId));
/** Answers the names of files that could not be kept. */
export async function loadOutcome(callId: string): Promise<string[]> {
  const chosen = filesIn(callId);
  const files = await loadFiles(chosen);
  const lost = chosen.filter((one) => !files.includes(one));
  if (lost.length) drafts.change(callId, (draft) => draft && { ...draft, files });
  return lost.map(({ name }) => name);
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
