import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { CallAbility, callControls } from '../../schemas/calls/dialer';
import { useKeys } from '../actions/use-keys';
import './call-controls.css';
import { HandOver } from './hand-over';
import { PhoneKeys } from './phone-keys';

type Act = (action: (typeof callControls)[number], more?: { readonly digits?: string; readonly user_id?: string }) => void;

/** Mute, hold, keypad and transfer of a call that is talked on, as far as the phone provider can; each has a key. */
export function CallControls({
  can,
  muted,
  onHold,
  busy,
  onAct,
}: {
  can: readonly CallAbility[];
  muted: boolean;
  onHold: boolean;
  busy: boolean;
  onAct: Act;
}): ReactNode {
  const [shown, setShown] = useState<'keypad' | 'transfer'>();
  const [keyed, setKeyed] = useState('');
  const toggle = (what: 'keypad' | 'transfer') => () => setShown(shown === what ? undefined : what);
  const mute = (): void => onAct(muted ? 'unmute' : 'mute');
  const hold = (): void => onAct(onHold ? 'resume' : 'hold');
  useKeys({
    m: can.includes('mute') ? [muted ? 'Unmute' : 'Mute', mute] : undefined,
    o: can.includes('hold') ? [onHold ? 'Resume' : 'Hold', hold] : undefined,
    p: can.includes('keypad') ? ['Keypad', toggle('keypad')] : undefined,
    t: can.includes('transfer') ? ['Transfer', toggle('transfer')] : undefined,
  });
  if (!can.length) return null;
  return (
    <>
      <div className="p-call-controls">
        {can.includes('mute') ? (
          <Button aria-pressed={muted} title={muted ? 'Unmute (m)' : 'Mute (m)'} onClick={mute}>
            {muted ? 'Unmute' : 'Mute'}
          </Button>
        ) : null}
        {can.includes('hold') ? (
          <Button aria-pressed={onHold} title={onHold ? 'Resume (o)' : 'Hold (o)'} onClick={hold}>
            {onHold ? 'Resume' : 'Hold'}
          </Button>
        ) : null}
        {can.includes('keypad') ? (
          <Button aria-expanded={shown === 'keypad'} title="Keypad (p)" onClick={toggle('keypad')}>
            Keypad
          </Button>
        ) : null}
        {can.includes('transfer') ? (
          <Button aria-expanded={shown === 'transfer'} title="Transfer (t)" onClick={toggle('transfer')}>
            Transfer
          </Button>
        ) : null}
      </div>
      {shown === 'keypad' ? (
        <div className="p-phone-pad">
          <output className="p-phone-keyed p-num" aria-label="Keys pressed">
            {keyed || '–'}
          </output>
          <PhoneKeys
            onKey={(digits) => {
              setKeyed((now) => (now + digits).slice(-24));
              onAct('keypad', { digits });
            }}
          />
        </div>
      ) : null}
      {shown === 'transfer' ? <HandOver busy={busy} onChoose={(user_id) => onAct('transfer', { user_id })} /> : null}
    </>
  );
}
