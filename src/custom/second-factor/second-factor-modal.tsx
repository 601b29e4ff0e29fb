import { Button, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { callWire } from '../../providers/call';
import { answerSecondFactor } from '../../providers/second-factor';
import { secondFactor, secondFactorCode } from '../../schemas/calls/session';
import { messageOf } from '../../ui/states';
import { useFocusBack } from '../../ui/use-focus-back';
import { useOneAtATime } from '../../ui/use-one-at-a-time';
import './second-factor.css';

const codeLength = 6;

/** Mails a code and takes it; what was to be saved is saved afterwards by the call that asked. */
export default function SecondFactorModal(): ReactNode {
  useFocusBack();
  const id = useId();
  const [email, setEmail] = useState<string>();
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);

  const send = useOneAtATime(async () => {
    setRefused('');
    try {
      setEmail((await callWire<{ email: string }>(secondFactorCode, {})).data.email);
    } catch (error) {
      setRefused(messageOf(error)); // a code sent a moment ago still counts
    }
  });
  const confirm = useOneAtATime(async (given: string) => {
    if (given.length < codeLength) return setRefused('Enter the 6-digit code');
    setBusy(true);
    setRefused('');
    try {
      await callWire(secondFactor, { otp: given });
      answerSecondFactor(true);
    } catch (error) {
      setRefused(messageOf(error));
      setCode('');
      setBusy(false);
    }
  });

  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void send();
  }, [send]);

  return (
    <Modal
      open
      centered
      width={400}
      title="Confirm that it is you"
      okText="Confirm"
      confirmLoading={busy}
      onOk={() => void confirm(code)}
      onCancel={() => answerSecondFactor(false)}
    >
      <div className="p-second-factor">
        <p id={id}>
          {email ? (
            <>
              We emailed a code to <strong>{email}</strong>. Enter it to save your change.
            </>
          ) : (
            'Enter the code from your email to save your change.'
          )}
        </p>
        <Input.OTP
          length={codeLength}
          value={code}
          autoFocus
          disabled={busy}
          formatter={(text) => text.replaceAll(/\D/g, '')}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-labelledby={id}
          onChange={(text) => {
            setCode(text);
            void confirm(text);
          }}
        />
        {refused ? (
          <p role="alert" className="p-second-factor-refused">
            {refused}
          </p>
        ) : null}
        <Button type="link" className="p-second-factor-again" onClick={() => void send()}>
          Send a new code
        </Button>
      </div>
    </Modal>
  );
}
