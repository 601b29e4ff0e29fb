import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { DeskCall, DialerDesk } from '../../schemas/calls/dialer';
import { useKeys } from '../../ui/actions/use-keys';
import { Icon } from '../../ui/marks/icon';
import { CallControls } from '../../ui/leads/call-controls';
import { phoneText } from '../../schemas/kit/phone-text';
import { clockText, useSecondsSince } from '../../ui/time/use-seconds';
import { isFocusLost } from './is-focus-lost';
import type { DeskActions } from './use-desk';

/** The call in progress: who, how long, and the actions that the provider supports. */
export function CallPanel({ call, desk, actions }: { call: DeskCall; desk: DialerDesk; actions: DeskActions }): ReactNode {
  const [offset] = useState(() => Date.parse(desk.now) - Date.now());
  const seconds = useSecondsSince(call.answered_at ?? call.started_at, offset);
  const talking = call.state === 'answered' || call.state === 'on_hold';
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFocusLost()) box.current?.focus(); // the button that dialled is gone
  }, []);
  useKeys({ h: ['Hang up', () => void actions.hangUp(call)] });
  return (
    <section ref={box} tabIndex={-1} className="dd-call" data-state={call.state} aria-label="Call">
      <div className="dd-call-head">
        <span className="dd-call-sign">
          <Icon name="phone" size={20} />
        </span>
        <div className="dd-call-who">
          <strong className="p-cut">{call.name ?? phoneText(call.phone)}</strong>
          <span role="status">{call.muted && call.state === 'answered' ? 'Talking, muted' : words[call.state]}</span>
        </div>
        <span className="dd-clock p-num" aria-label="Duration">
          {clockText(seconds)}
        </span>
      </div>
      {talking ? (
        <CallControls
          can={desk.can}
          muted={call.muted}
          onHold={call.state === 'on_hold'}
          busy={actions.busy}
          onAct={(action, more) => void actions.control(call, action, more)}
        />
      ) : null}
      <Button
        danger
        type="primary"
        block
        loading={actions.hangingUp || (actions.busy && !talking)}
        onClick={() => void actions.hangUp(call)}
      >
        Hang up
      </Button>
    </section>
  );
}

const words: Readonly<Record<DeskCall['state'], string>> = {
  queued: 'Connecting',
  ringing: 'Ringing',
  answered: 'Talking',
  on_hold: 'On hold',
  wrap_up: 'Wrap-up',
  ended: 'Ended',
};
