import { Button, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { answerSecondFactor } from '../../providers/session/second-factor';
import { secondFactor, secondFactorCode } from '../../schemas/calls/session';
import { otpLength } from '../../schemas/kit/otp';
import { invalid, Problem } from '../../schemas/kit/problem';
import { messageOf } from '../../ui/page/states';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { useOneAtATime } from '../../ui/actions/use-one-at-a-time';
import './second-factor.css';

/** Emails a code and checks it; the call that required it then continues. */
export default function SecondFactorModal(): ReactNode {
  useFocusBack();
  const id = useId();
  const [email, setEmail] = useState<string>();
  const [wrong, setWrong] = useState(0);
  const form = useScreenForm({
    values: { otp: '' },
    save: async ({ otp }) => {
      try {
        await call(secondFactor, { otp });
        answerSecondFactor(true);
      } catch (error) {
        form.setValue('otp', '');
        setWrong((count) => count + 1);
        throw invalid('otp', messageOf(error));
      }
    },
  });
  const { clearErrors, setError } = form;

  const request = useOneAtATime(async (asked: boolean) => {
    clearErrors();
    try {
      setEmail((await call(secondFactorCode, {})).data.email);
    } catch (error) {
      // Opened again within a minute: the code sent before is still valid, so no other one was requested.
      if (asked || !(error instanceof Problem) || error.code !== 429) setError('otp', { message: messageOf(error) });
    }
  });
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void request(false);
  }, [request]);

  return (
    <Modal
      open
      centered
      width={400}
      title="Confirm it's you"
      okText="Confirm"
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving }}
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
        <FormFrame form={form}>
          <FormField
            form={form}
            name="otp"
            label="Code"
            hideLabel
            check={(code) => (code.length < otpLength ? `Enter the ${otpLength}-digit code` : undefined)}
          >
            {(input) => (
              <Input.OTP
                key={wrong} // after a wrong code new boxes, empty and with the focus on the first
                id={input.id}
                length={otpLength}
                value={input.value}
                status={input.status}
                autoFocus
                disabled={form.saving}
                formatter={(text) => text.replaceAll(/\D/g, '')}
                inputMode="numeric"
                autoComplete="one-time-code"
                aria-labelledby={id}
                aria-describedby={input['aria-describedby']}
                onChange={(text) => {
                  input.onChange(text);
                  form.send();
                }}
              />
            )}
          </FormField>
        </FormFrame>
        <Button type="link" className="p-second-factor-again" onClick={() => void request(true)}>
          Send a new code
        </Button>
      </div>
    </Modal>
  );
}
