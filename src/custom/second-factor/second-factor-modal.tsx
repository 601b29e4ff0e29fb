import { Button, Input, Modal, type GetRef } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { call } from '../../providers/call';
import { answerSecondFactor } from '../../providers/second-factor';
import { secondFactor, secondFactorCode } from '../../schemas/calls/session';
import { Problem } from '../../schemas/kit/problem';
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
  const [wrong, setWrong] = useState(0);

  const boxes = useRef<GetRef<typeof Input.OTP>>(null);

  const send = useOneAtATime(async (asked: boolean) => {
    setRefused('');
    try {
      setEmail((await call(secondFactorCode, {})).data.email);
    } catch (error) {
      // Opened again within the minute: the code sent a moment ago still counts, and nobody asked for another.
      if (asked || !(error instanceof Problem) || error.code !== 429) setRefused(messageOf(error));
    }
  });
  const confirm = useOneAtATime(async (given: string) => {
    if (given.length < codeLength) return setRefused('Enter the 6-digit code');
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
  // The boxes lost the focus while they were disabled.
  useEffect(() => {
    if (wrong) boxes.current?.focus();
  }, [wrong]);

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
          ref={boxes}
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
        <Button type="link" className="p-second-factor-again" onClick={() => void send(true)}>
          Send a new code
        </Button>
      </div>
    </Modal>
  );
}
