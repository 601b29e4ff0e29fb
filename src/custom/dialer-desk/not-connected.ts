import { useEffect, useRef, useState } from 'react';
import type { CallOutcome } from '../../schemas/calls/dialer';
import type { LeadStage } from '../../schemas/settings/lead-stages';
import { errorsOf, subStagesOf } from '../../ui/leads/call-action/values';
import type { CallActionState } from '../../ui/leads/call-action/use-call-action';
import { serverNow } from '../../ui/time/server-clock';

/** The tenant's stage for a lead that was not reached, known by its name, as Enrolled is. */
const notConnectedOf = (stages: readonly LeadStage[]): LeadStage | undefined =>
  stages.find(({ stage_name: name }) => /^not[\s-]*connected$/i.test(name.trim()));
/** The sub-stage of a phone that rang, otherwise the first one. */
const subStageOf = (stage: LeadStage): string | null => {
  const names = subStagesOf(stage);
  return names.find((name) => /no answer|ring/i.test(name)) ?? names[0] ?? null;
};

interface Preset {
  /** Its name, while it is selected because of the outcome. */
  readonly stage: string | undefined;
  readonly undo: () => void;
}
/**
 * The outcome 'No answer' selects that stage, with a sub-stage where one is required; another outcome takes it back. A stage that the
 * agent has chosen stays, and so does one with a follow-up.
 */
export function useNotConnected(state: CallActionState, outcome: CallOutcome | undefined): Preset {
  const { form, lead, stages, stageDisabled, changeStage } = state;
  const [preset, setPreset] = useState<string | null>(null);
  const undo = (): void => {
    for (const name of ['selectStage', 'selectSubStage', 'call_date_time'] as const) form.setValue(name, null);
    form.clearErrors();
    setPreset(null);
  };
  const ready = lead !== undefined && stages.length > 0 && !stageDisabled;
  const followOutcome = (): void => {
    if (!ready || !outcome) return;
    const values = form.getValues();
    const stage = notConnectedOf(stages);
    if (outcome !== 'no_answer') {
      if (preset !== null && values.selectStage === preset && !values.call_date_time) undo();
    } else if (stage && !values.selectStage) {
      const mayFollow = !errorsOf({ ...values, selectStage: stage.id }, lead, stages, new Date(serverNow())).selectStage;
      if (!mayFollow) return;
      changeStage(stage.id);
      if (stage.sub_stage_required) form.setValue('selectSubStage', subStageOf(stage));
      setPreset(stage.id);
    }
  };
  const follow = useRef(() => {});
  useEffect(() => {
    follow.current = followOutcome;
  });
  useEffect(() => follow.current(), [ready, outcome]);
  return { stage: preset !== null && state.stage?.id === preset ? state.stage.stage_name : undefined, undo };
}
