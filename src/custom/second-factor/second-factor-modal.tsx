import { Button, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { answerSecondFactor } from '../../providers/session/second-factor';
import { secondFactor, secondFactorCode } from '../../schemas/calls/session';
import { otpLength } from '../../schemas/kit/otp';
import { Problem } from '../../schemas/kit/problem';
import { messageOf } from '../../ui/page/states';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useOneAtATime } from '../../ui/actions/use-one-at-a-time';
import './second-factor.css';

/** Emails a code and checks it; the call that required it then continues. */
export default function SecondFactorModal(): ReactNode {
  useFocusBack();
  const id = useId();
  const [email, setEmail] = useState<string>();
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(0);

  const send = useOneAtATime(async (asked: boolean) => {
    setRefused('');
    try {
      setEmail((await call(secondFactorCode, {})).data.email);
    } catch (error) {
      // Opened again within a minute: the code sent before is still valid, so no other one was requested.
      if (asked || !(error instanceof Problem) || error.code !== 429) setRefused(messageOf(error));
    }
  });
  const confirm = useOneAtATime(async (given: string) => {
    if (given.length < otpLength) return setRefused(`Enter the ${otpLength}-digit code`);
    setBusy(true);
    setRefused('');
    try {
      await call(secondFactor, { otp: given });
      answerSecondFactor(true);
    } catch (error) {
      setRefused(messageOf(error));
      setCode('');
      setBusy(false);
      setWrong((count) => count + 1);
    }
  });

  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void send(false);
  }, [send]);

  return (
    <Modal
      open
      centered
      width={400}
      title="Confirm it's you"
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
          key={wrong} // after a wrong code new boxes, empty and with the focus on the first
          length={otpLength}
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
        <Button type="link" className="p-second-factor-again" onClick={() => void send(true)}>
          Send a new code
        </Button>
      </div>
    </Modal>
  );
}
