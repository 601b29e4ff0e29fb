import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { DeskCall, DialerDesk } from '../../schemas/calls/dialer';
import { useKeys } from '../../ui/actions/use-keys';
import { Icon } from '../../ui/marks/icon';
import { phoneText } from '../../ui/leads/phones';
import { clockText, useSecondsSince } from '../../ui/time/use-seconds';
import { HandOver } from './hand-over';
import { isFocusLost } from './is-focus-lost';
import { Keys } from './number-pad';
import type { DeskActions } from './use-desk';

/** The call in progress: who, how long, and the actions that the provider supports. */
export function CallPanel({ call, desk, actions }: { call: DeskCall; desk: DialerDesk; actions: DeskActions }): ReactNode {
  const [shown, setShown] = useState<'keypad' | 'transfer'>();
  const [keyed, setKeyed] = useState('');
  const [offset] = useState(() => Date.parse(desk.now) - Date.now());
  const seconds = useSecondsSince(call.answered_at ?? call.started_at, offset);
  const talking = call.state === 'answered' || call.state === 'on_hold';
  const can = (what: DialerDesk['can'][number]): boolean => talking && desk.can.includes(what);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFocusLost()) box.current?.focus(); // the button that dialled is gone
  }, []);
  useKeys({
    h: ['Hang up', () => void actions.hangUp(call)],
    m: can('mute')
      ? [call.muted ? 'Unmute' : 'Mute', () => void actions.control(call, call.muted ? 'unmute' : 'mute')]
      : undefined,
  });
  const toggle = (what: 'keypad' | 'transfer') => () => setShown(shown === what ? undefined : what);
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
      {talking && desk.can.length ? (
        <div className="dd-controls">
          {can('mute') ? (
            <Button aria-pressed={call.muted} onClick={() => void actions.control(call, call.muted ? 'unmute' : 'mute')}>
              {call.muted ? 'Unmute' : 'Mute'}
            </Button>
          ) : null}
          {can('hold') ? (
            <Button
              aria-pressed={call.state === 'on_hold'}
              onClick={() => void actions.control(call, call.state === 'on_hold' ? 'resume' : 'hold')}
            >
              {call.state === 'on_hold' ? 'Resume' : 'Hold'}
            </Button>
          ) : null}
          {can('keypad') ? (
            <Button aria-expanded={shown === 'keypad'} onClick={toggle('keypad')}>
              Keypad
            </Button>
          ) : null}
          {can('transfer') ? (
            <Button aria-expanded={shown === 'transfer'} onClick={toggle('transfer')}>
              Transfer
            </Button>
          ) : null}
        </div>
      ) : null}
      {shown === 'keypad' && can('keypad') ? (
        <div className="dd-pad">
          <output className="dd-keyed p-num" aria-label="Keys pressed">
            {keyed || '–'}
          </output>
          <Keys
            onKey={(digits) => {
              setKeyed((now) => (now + digits).slice(-24));
              void actions.control(call, 'keypad', { digits });
            }}
          />
        </div>
      ) : null}
      {shown === 'transfer' && can('transfer') ? (
        <HandOver busy={actions.busy} onChoose={(user_id) => void actions.control(call, 'transfer', { user_id })} />
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
