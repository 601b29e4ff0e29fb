import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { DeskCall, DeskList, DialerDesk } from '../../schemas/calls/dialer';
import { useSecondsSince } from '../../ui/time/use-seconds';
import { toasts } from '../../ui/toasts/toasts';
import { isFocusLost } from './is-focus-lost';
import { LeadWrapUp } from './lead-wrap-up';
import { isLoaded, loadOutcome, outcomeDraft } from './outcome-draft';
import { OutcomeForm } from './outcome-form';
import { isGoingOn, type DeskActions } from './use-desk';

/**
 * The call action during the call, and with the outcome once the call is over; the outcome alone where there is no lead or its stage
 * is saved. Nothing the agent has typed is discarded automatically.
 */
export function WrapUp(props: WrapUpProps): ReactNode {
  return useLoadedDraft(props.call.id) ? <Work {...props} /> : <div className="dd-work" aria-busy="true" />;
}

interface WrapUpProps {
  readonly call: DeskCall;
  readonly desk: DialerDesk;
  readonly list: DeskList | undefined;
  readonly actions: DeskActions;
  readonly goOn: boolean;
}

/** After a reload the files that were chosen for the call have to be fetched before the form can begin with them. */
function useLoadedDraft(callId: string): boolean {
  const [ready, setReady] = useState(() => isLoaded(callId));
  useEffect(() => {
    if (ready) return;
    void loadOutcome(callId).then((lost) => {
      if (lost.length) toasts.warning(`${lost.join(', ')} could not be kept: choose ${lost.length > 1 ? 'them' : 'it'} again.`);
      setReady(true);
    });
  }, [callId, ready]);
  return ready;
}

function Work({ call, desk, list, actions, goOn }: WrapUpProps): ReactNode {
  const [stay, setStay] = useState(() => outcomeDraft(call.id) !== undefined);
  const [saved, setSaved] = useState(false);
  const touch = (): void => setStay(true);
  const box = useRef<HTMLDivElement>(null);
  const over = !isGoingOn(call);
  useEffect(() => {
    if (over && isFocusLost()) box.current?.querySelector<HTMLElement>('[role=combobox]')?.focus(); // the outcome
  }, [over]);
  const finishText = goOn ? 'Finish, next lead' : 'Finish';
  const waiting = (finish: () => void): ReactNode =>
    isGoingOn(call) ? null : goOn && list ? (
      stay ? (
        'The next lead waits until you finish.'
      ) : (
        <Countdown
          until={call.ended_at}
          seconds={list.wrap_up_s}
          now={desk.now}
          onStay={touch}
          onOver={() => {
            touch(); // what cannot be saved waits for the agent
            finish();
          }}
        />
      )
    ) : saved ? (
      'The stage is saved.'
    ) : null;
  return (
    <div ref={box} className="dd-work" onInput={touch}>
      {call.lead_id && !saved ? (
        <LeadWrapUp
          call={call}
          leadId={call.lead_id}
          busy={actions.busy}
          touched={stay}
          finishText={finishText}
          onTouch={touch}
          onSaved={() => setSaved(true)}
          onFinish={(outcome, note) => actions.finish(call, outcome, note)}
        >
          {waiting}
        </LeadWrapUp>
      ) : isGoingOn(call) ? null : (
        <OutcomeForm
          call={call}
          busy={actions.busy}
          finishText={finishText}
          onTouch={touch}
          onFinish={async (outcome, note) => void (await actions.finish(call, outcome, note))}
        >
          {waiting}
        </OutcomeForm>
      )}
    </div>
  );
}

function Countdown({
  until,
  seconds,
  now,
  onStay,
  onOver,
}: {
  until: string | null;
  seconds: number;
  now: string;
  onStay: () => void;
  onOver: () => void;
}): ReactNode {
  const [offset] = useState(() => Date.parse(now) - Date.now());
  const left = seconds - useSecondsSince(until, offset);
  const done = useRef(false);
  const latest = useRef(onOver);
  useEffect(() => {
    latest.current = onOver;
  });
  useEffect(() => {
    if (left > 0 || done.current) return;
    done.current = true;
    latest.current();
  }, [left]);
  return (
    <>
      <span className="p-num">Next lead in {Math.max(0, left)} s</span>{' '}
      <Button type="link" size="small" onClick={onStay}>
        Stay
      </Button>
    </>
  );
}
