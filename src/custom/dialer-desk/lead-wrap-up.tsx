import { Button, Select } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { CallOutcome, DeskCall } from '../../schemas/calls/dialer';
import { FieldFrame } from '../../ui/forms/field-frame';
import { CallActionBody, CallActionFooter } from '../../ui/leads/call-action/call-action-body';
import { useCallAction, type CallActionState } from '../../ui/leads/call-action/use-call-action';
import { useNotConnected } from './not-connected';
import { dropOutcome, keepOutcome, outcomeDraft, sentStage } from './outcome-draft';
import { firstOutcome, OutcomeForm, outcomeOptions, WrapUpHead } from './outcome-form';
import { isGoingOn } from './use-desk';

/**
 * The lead's stage, its next follow-up and, once the call is over, the outcome: one form, one button. Without a stage the comment is
 * the note of the call. During the call the stage alone can be saved. A lead that is another's by then has its note and outcome alone.
 */
export function LeadWrapUp(props: {
  call: DeskCall;
  leadId: string;
  busy: boolean;
  /** The agent has typed or chosen something, which is kept from now on. */
  touched: boolean;
  finishText: string;
  /** In front of the button: when the next lead comes, which ends the wrap-up as the button does. */
  children: (finish: () => void) => ReactNode;
  onTouch: () => void;
  /** The stage is saved, and the call is not finished yet. */
  onSaved: () => void;
  onFinish: (outcome: CallOutcome, note: string) => Promise<boolean>;
}): ReactNode {
  const { call, leadId, onTouch, onSaved, onFinish } = props;
  const over = !isGoingOn(call);
  const [chosen, setChosen] = useState(() => outcomeDraft(call.id)?.outcome);
  const outcome = chosen ?? firstOutcome(call);
  const finishSaved = async (): Promise<void> => {
    keepOutcome(call.id, { outcome, note: '' });
    if (!(await onFinish(outcome, ''))) onSaved();
  };
  const stageSaved = (): void => {
    dropOutcome(call.id);
    onSaved();
  };
  const close = (): void => (over ? void finishSaved() : stageSaved());
  const state = useCallAction({ leadId, dialer: true }, close, undefined, sentStage(call.id));
  useKept(props, state, chosen);
  const setsStage = useSetsStage(state);
  const { stage: preset, undo } = useNotConnected(state, over ? outcome : undefined);
  const asksStage = !over || setsStage;
  const save = (): void => (asksStage ? state.save() : void onFinish(outcome, state.form.getValues('message').trim()));
  const changeStage = (id: string): void => {
    onTouch();
    state.changeStage(id);
  };
  const leaveStage = (): void => {
    onTouch();
    undo();
  };
  const shown = { ...state, save, changeStage, waits: asksStage ? state.waits : undefined, saving: state.saving || props.busy };
  if (state.gone && over)
    return (
      <OutcomeForm
        call={call}
        busy={props.busy}
        finishText={props.finishText}
        onTouch={onTouch}
        onFinish={async (result, note) => void (await onFinish(result, note))}
      >
        {props.children}
      </OutcomeForm>
    );
  return (
    <section className="dd-outcome dd-stage" aria-labelledby="dd-stage">
      {over ? (
        <>
          <WrapUpHead call={call} id="dd-stage" />
          <FieldFrame id="dd-result" label="Outcome" help={preset ? <Preset stage={preset} onUndo={leaveStage} /> : undefined}>
            <Select
              id="dd-result"
              aria-label="Outcome"
              value={outcome}
              options={outcomeOptions}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(next) => {
                onTouch();
                setChosen(next);
              }}
            />
          </FieldFrame>
        </>
      ) : (
        <h2 id="dd-stage">{state.before ? 'Before Add Lead Stage' : 'Add Lead Stage'}</h2>
      )}
      <CallActionBody leadId={leadId} state={shown} />
      <p className="p-quiet dd-waiting">{props.children(save)}</p>
      <CallActionFooter state={shown} saveText={over ? props.finishText : 'Save stage'} />
    </section>
  );
}

function Preset({ stage, onUndo }: { stage: string; onUndo: () => void }): ReactNode {
  return (
    <>
      The stage becomes {stage}.{' '}
      <Button type="link" size="small" onClick={onUndo}>
        Leave the stage as it is
      </Button>
    </>
  );
}

/** Keeps the form's values for this call from the first touch until it is finished. */
function useKept(
  { call, touched, onTouch }: { call: DeskCall; touched: boolean; onTouch: () => void },
  { form, changeStage, saving, gone }: CallActionState,
  outcome: CallOutcome | undefined,
): void {
  const latest = useRef({ keep: () => {}, restore: () => {}, touch: onTouch });
  useEffect(() => {
    latest.current = {
      keep() {
        const stage = form.getValues();
        if (touched && !saving && !gone) keepOutcome(call.id, { outcome, note: stage.message, stage });
      },
      restore() {
        const kept = outcomeDraft(call.id)?.stage;
        if (kept?.selectStage) changeStage(kept.selectStage);
        if (kept) form.reset(kept, { keepDefaultValues: true });
      },
      touch: onTouch,
    };
  });
  const { watch } = form;
  useEffect(() => {
    latest.current.restore();
    const { unsubscribe } = watch(() => latest.current.keep());
    return unsubscribe;
  }, [watch]);
  useEffect(() => latest.current.keep(), [touched, outcome]);
  const { isDirty } = form.formState;
  useEffect(() => {
    if (isDirty) latest.current.touch();
  }, [isDirty]);
}

/** Anything of the stage is filled in; an enrolled lead's own stage is not. */
function useSetsStage({ form: { control }, stageDisabled }: CallActionState): boolean {
  // one by one: a list of values would be another one at each render
  const stage = useWatch({ control, name: 'selectStage' });
  const subStage = useWatch({ control, name: 'selectSubStage' });
  const college = useWatch({ control, name: 'selectCollegeId' });
  const group = useWatch({ control, name: 'group' });
  const files = useWatch({ control, name: 'files' });
  return Boolean((!stageDisabled && stage) || subStage || college || group || files.length);
}
