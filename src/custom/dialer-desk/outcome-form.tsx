import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { callOutcomes, type CallOutcome, type DeskCall } from '../../schemas/calls/dialer';
import { outcomeLabels } from '../../schemas/kit/call-outcomes';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { clockText } from '../../ui/time/use-seconds';
import { keepOutcome, outcomeDraft } from './outcome-draft';
import './outcome.css';

/** The outcome of a call. The provider's outcome is preselected; what the agent has chosen is kept. */
export function OutcomeForm({
  call,
  busy,
  finishText = 'Finish',
  children,
  onFinish,
  onTouch,
}: {
  call: DeskCall;
  busy: boolean;
  finishText?: string;
  /** Next to the button: when the next lead comes, which ends the wrap-up as the button does. */
  children?: (finish: () => void) => ReactNode;
  onFinish: (outcome: CallOutcome, note: string) => Promise<void>;
  onTouch?: () => void;
}): ReactNode {
  const kept = outcomeDraft(call.id);
  const form = useScreenForm<{ outcome: CallOutcome; note: string }>({
    values: { outcome: kept?.outcome ?? firstOutcome(call), note: kept?.note ?? '' },
    save: ({ outcome, note }) => onFinish(outcome, note.trim()),
  });
  const keep = (): void => keepOutcome(call.id, form.getValues());
  return (
    <FormFrame form={form} className="dd-outcome" aria-label="Wrap-up" onChange={onTouch}>
      <WrapUpHead call={call} />
      <FormField form={form} name="outcome" label="Outcome">
        {(input) => (
          <Select
            {...input}
            aria-label="Outcome"
            options={outcomeOptions}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(next) => {
              input.onChange(next);
              keep();
              onTouch?.();
            }}
          />
        )}
      </FormField>
      <FormField form={form} name="note" label="Note">
        {(input) => (
          <Input.TextArea
            {...input}
            rows={2}
            maxLength={2000}
            onChange={(event) => {
              input.onChange(event);
              keep();
            }}
          />
        )}
      </FormField>
      <div className="dd-outcome-foot">
        <span className="p-quiet">{children?.(form.send)}</span>
        <Button type="primary" htmlType="submit" loading={busy}>
          {finishText}
        </Button>
      </div>
    </FormFrame>
  );
}

export const outcomeOptions = callOutcomes.map((value) => ({ value, label: outcomeLabels[value] }));

/** How long they talked, and the recording. */
export function WrapUpHead({ call, id }: { call: DeskCall; id?: string }): ReactNode {
  const talk =
    call.answered_at && call.ended_at ? Math.round((Date.parse(call.ended_at) - Date.parse(call.answered_at)) / 1000) : 0;
  return (
    <p className="dd-outcome-head">
      <strong id={id}>Wrap-up</strong>
      <span className="p-quiet">{talk ? `Talked ${clockText(talk)}` : outcomeLabels[firstOutcome(call)]}</span>
      {call.recording_url ? (
        <a href={call.recording_url} download>
          Recording
        </a>
      ) : null}
    </p>
  );
}

/** The provider's outcome as one of the agent's options. */
export const firstOutcome = ({ outcome }: DeskCall): CallOutcome => callOutcomes.find((one) => one === outcome) ?? 'no_answer';
