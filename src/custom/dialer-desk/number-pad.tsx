import { Button, Input } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { PhoneKeys } from '../../ui/leads/phone-keys';
import { Icon } from '../../ui/marks/icon';

/** A number to type, and the call button. */
export function NumberPad({ busy, away, onCall }: { busy: boolean; away: boolean; onCall: (phone: string) => void }): ReactNode {
  const [phone, setPhone] = useState('');
  const [wrong, setWrong] = useState('');
  const call = (event: FormEvent): void => {
    event.preventDefault();
    if (phone.replace(/\D/g, '').length < 3) return setWrong('Enter the number to call');
    setWrong('');
    return onCall(phone.trim());
  };
  return (
    <form className="dd-pad" aria-label="Call a number" noValidate onSubmit={call}>
      <Input
        type="tel"
        aria-label="Phone number"
        placeholder="Phone number"
        autoComplete="off"
        maxLength={20}
        value={phone}
        status={wrong ? 'error' : ''}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? 'dd-pad-wrong' : undefined}
        onChange={({ target }) => setPhone(target.value.replace(/[^\d+\s-]/g, ''))}
      />
      {wrong ? (
        <p id="dd-pad-wrong" className="p-late" role="alert">
          {wrong}
        </p>
      ) : null}
      <PhoneKeys onKey={(sign) => setPhone((now) => (now + sign).slice(0, 20).replace(/[*#]/g, ''))} />
      <Button type="primary" htmlType="submit" block icon={<Icon name="phone" />} loading={busy} disabled={away}>
        Call
      </Button>
      {away ? <p className="p-quiet">You are on a break. End it to call.</p> : null}
    </form>
  );
}
