import { Button, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { callOutcomes, type CallOutcome, type DeskCall } from '../../schemas/calls/dialer';
import { clockText } from '../../ui/time/use-seconds';
import { keepOutcome, outcomeDraft, type OutcomeDraft } from './outcome-draft';
import './outcome.css';

/** The provider's words for the outcome are the first choice; the agent's stand. */
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
  /** Beside the button: when the next lead comes. */
  children?: ReactNode;
  onFinish: (outcome: CallOutcome, note: string) => void;
  onTouch?: () => void;
}): ReactNode {
  const id = useId();
  const [{ outcome, note }, setWritten] = useState(() => outcomeDraft(call.id) ?? { outcome: firstOutcome(call), note: '' });
  const write = (change: Partial<OutcomeDraft>): void => {
    const written = { outcome, note, ...change };
    setWritten(written);
    keepOutcome(call.id, written);
  };
  const talk =
    call.answered_at && call.ended_at ? Math.round((Date.parse(call.ended_at) - Date.parse(call.answered_at)) / 1000) : 0;
  return (
    <form
      className="dd-outcome"
      aria-label="Wrap-up"
      onChange={onTouch}
      onSubmit={(event) => {
        event.preventDefault();
        onFinish(outcome, note.trim());
      }}
    >
      <p className="dd-outcome-head">
        <strong>Wrap-up</strong>
        <span className="p-quiet">{talk ? `Talked ${clockText(talk)}` : outcomeWords[firstOutcome(call)]}</span>
        {call.recording_url ? (
          <a href={call.recording_url} download>
            Recording
          </a>
        ) : null}
      </p>
      <label htmlFor={`${id}-outcome`}>Outcome</label>
      <Select
        id={`${id}-outcome`}
        aria-label="Outcome"
        value={outcome}
        options={callOutcomes.map((value) => ({ value, label: outcomeWords[value] }))}
        onChange={(next) => {
          write({ outcome: next });
          onTouch?.();
        }}
      />
      <label htmlFor={`${id}-note`}>Note</label>
      <Input.TextArea
        id={`${id}-note`}
        rows={2}
        maxLength={2000}
        value={note}
        onChange={({ target }) => write({ note: target.value })}
      />
      <div className="dd-outcome-foot">
        <span className="p-quiet">{children}</span>
        <Button type="primary" htmlType="submit" loading={busy}>
          {finishText}
        </Button>
      </div>
    </form>
  );
}

/** What the provider said, as one of the agent's choices. */
export const firstOutcome = ({ outcome }: DeskCall): CallOutcome => callOutcomes.find((one) => one === outcome) ?? 'no_answer';

const outcomeWords: Readonly<Record<CallOutcome, string>> = {
  answered: 'Answered',
  no_answer: 'No answer',
  busy: 'Busy',
  unreachable: 'Not reachable',
  invalid: 'Wrong number',
  voicemail: 'Voicemail',
};
