import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { goTo } from '../../providers/screens/place';
import { safeReturnUrl, signInPath } from '../../providers/session/return-url';
import { useSession } from '../../providers/session/session';
import { keptEmail, resendCode, signInByCode } from '../../providers/session/sign-in';
import { usePageTitle } from '../../ui/page/page-title';
import { showToast } from '../../ui/toasts/plain-toasts';
import { otpLength } from '../../schemas/kit/otp';
import { OtpBoxes } from './otp-boxes';
import { SignInFrame } from './sign-in-frame';
import { useCountdown } from './use-countdown';

/** Seconds until another code can be requested. */
const resendAfter = 60;

/** /verify-otp: the second step of signing in. */
export function VerifyOtp({ query }: { query: string }): ReactNode {
  usePageTitle('Enter the code');
  const session = useSession();
  const returnUrl = safeReturnUrl(new URLSearchParams(query).get('returnUrl'));
  const [email] = useState(keptEmail);
  const [digits, setDigits] = useState<readonly string[]>(() => Array<string>(otpLength).fill(''));
  const [busy, setBusy] = useState<'verify' | 'resend'>();
  const [left, restart] = useCountdown(resendAfter);
  const first = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (session) goTo(returnUrl, { replace: true });
    else if (!email) goTo(signInPath('/login', returnUrl), { replace: true });
  }, [session, email, returnUrl]);
  if (!email || session) return null;

  async function verify(code: string): Promise<void> {
    if (busy) return;
    if (code.length < otpLength) return showToast('error', 'Enter valid OTP');
    setBusy('verify');
    const step = await signInByCode(email!, code);
    if (step.done) return; // the effect above continues
    showToast('error', step.message);
    // immediately: a box that is still disabled cannot be focused
    flushSync(() => {
      setBusy(undefined);
      setDigits(Array<string>(otpLength).fill(''));
    });
    first.current?.focus();
  }

  async function resend(): Promise<void> {
    setBusy('resend');
    const answer = await resendCode(email!);
    setBusy(undefined);
    if (answer.code !== 200) return showToast('error', answer.message || 'Failed to resend OTP');
    showToast('success', 'OTP Resent Successfully');
    restart();
  }

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void verify(digits.join(''));
  };
  return (
    <SignInFrame>
      <h1>Enter the code</h1>
      <p className="p-sign-in-lead">
        We have sent OTP to <strong>{email}</strong>
      </p>
      <form onSubmit={submit} noValidate aria-busy={busy === 'verify'}>
        <OtpBoxes
          digits={digits}
          onChange={setDigits}
          onComplete={(code) => void verify(code)}
          disabled={busy === 'verify'}
          firstRef={first}
        />
        <button type="submit" className="p-button p-sign-in-button" disabled={busy === 'verify'}>
          {busy === 'verify' ? 'Verifying…' : 'Verify'}
        </button>
        <div className="p-label-row p-resend">
          <span>{left > 0 ? `You can ask for a new code in ${left} s` : 'No code yet? Look in your spam folder too.'}</span>
          <button type="button" className="p-text-button" disabled={left > 0 || busy !== undefined} onClick={() => void resend()}>
            Resend
          </button>
        </div>
      </form>
      <a
        className="p-back"
        href={signInPath('/login', returnUrl)}
        onClick={(event) => {
          event.preventDefault();
          goTo(signInPath('/login', returnUrl));
        }}
      >
        Use another account
      </a>
    </SignInFrame>
  );
}
