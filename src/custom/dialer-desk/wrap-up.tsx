import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { DeskCall, DeskList, DialerDesk } from '../../schemas/calls/dialer';
import { CallActionBody, CallActionFooter } from '../../ui/leads/call-action/call-action-body';
import { useCallAction } from '../../ui/leads/call-action/use-call-action';
import { useSecondsSince } from '../../ui/time/use-seconds';
import { outcomeDraft } from './outcome-draft';
import { firstOutcome, OutcomeForm } from './outcome-form';
import { isGoingOn, type DeskActions } from './use-desk';

/**
 * The call action during the call, and the outcome once the call is over. Nothing the agent has typed is discarded automatically.
 */
export function WrapUp({
  call,
  desk,
  list,
  actions,
  goOn,
}: {
  call: DeskCall;
  desk: DialerDesk;
  list: DeskList | undefined;
  actions: DeskActions;
  goOn: boolean;
}): ReactNode {
  const [stay, setStay] = useState(() => outcomeDraft(call.id) !== undefined);
  const [saved, setSaved] = useState(false);
  const over = !isGoingOn(call);
  return (
    <div className="dd-work" onInput={() => setStay(true)}>
      {over ? (
        <OutcomeForm
          call={call}
          busy={actions.busy}
          finishText={goOn ? 'Finish, next lead' : 'Finish'}
          onTouch={() => setStay(true)}
          onFinish={async (outcome, note) => void (await actions.finish(call, outcome, note))}
        >
          {goOn && list ? (
            stay ? (
              'The next lead waits until you finish.'
            ) : (
              <Countdown
                until={call.ended_at}
                seconds={list.wrap_up_s}
                now={desk.now}
                onStay={() => setStay(true)}
                onOver={() => void actions.finish(call, firstOutcome(call))}
              />
            )
          ) : saved ? (
            'The stage is saved.'
          ) : null}
        </OutcomeForm>
      ) : null}
      {call.lead_id && !saved ? (
        <Stage leadId={call.lead_id} onTouch={() => setStay(true)} onSaved={() => setSaved(true)} />
      ) : null}
    </div>
  );
}

/** Add Lead Stage, inline. */
function Stage({ leadId, onTouch, onSaved }: { leadId: string; onTouch: () => void; onSaved: () => void }): ReactNode {
  const state = useCallAction({ leadId, dialer: true }, onSaved);
  const touched = state.form.formState.isDirty;
  const latest = useRef(onTouch);
  useEffect(() => {
    latest.current = onTouch;
  });
  useEffect(() => {
    if (touched) latest.current();
  }, [touched]);
  return (
    <section className="dd-stage" aria-labelledby="dd-stage">
      <h2 id="dd-stage">{state.before ? 'Before Add Lead Stage' : 'Add Lead Stage'}</h2>
      <CallActionBody leadId={leadId} state={state} />
      <CallActionFooter state={state} saveText="Save stage" />
    </section>
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
