import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { goTo } from '../../providers/screens/place';
import { safeReturnUrl, signInPath } from '../../providers/session/return-url';
import { useSession } from '../../providers/session/session';
import { removeStoredFiles } from '../../providers/remove-stored-files';
import { signInByPassword } from '../../providers/session/sign-in';
import { usePageTitle } from '../../ui/page/page-title';
import { showToast } from '../../ui/toasts/plain-toasts';
import { ForgotPassword } from './forgot-password';
import { SignInFrame } from './sign-in-frame';
import { RetryCountdown } from './retry-countdown';
import { otpLength } from '../../schemas/kit/otp';

/** /login: password first, then a code by email. It uses no antd, refine or router, so that it loads fast. */
export function Login({ query }: { query: string }): ReactNode {
  usePageTitle('Sign in');
  const session = useSession();
  const returnUrl = safeReturnUrl(new URLSearchParams(query).get('returnUrl'));
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});
  const [busy, setBusy] = useState(false);
  const [slowed, setSlowed] = useState<number>();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (session) goTo('/', { replace: true });
    else removeStoredFiles(); // the person who chose them has signed out
  }, [session]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const email = String(data.get('email')).trim();
    const password = String(data.get('password'));
    const found = {
      ...(email ? {} : { email: 'Email is required' }),
      ...(password ? {} : { password: 'Password is required' }),
    };
    setErrors(found);
    if (found.email ?? found.password) return focus(found.email ? 'email' : 'password');
    setBusy(true);
    setSlowed(undefined);
    const step = await signInByPassword(email, password);
    if (!step.done) {
      if (step.code === 429 && step.wait) setSlowed(step.wait);
      else showToast('error', step.message);
      flushSync(() => {
        setBusy(false);
        if (step.code === 401) setErrors({ password: step.message });
      });
      if (step.code === 401) focus('password');
      return;
    }
    showToast(step.sent ? 'success' : 'error', step.message);
    goTo(signInPath('/verify-otp', returnUrl));
  }

  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  return (
    <SignInFrame>
      <h1>Sign in</h1>
      <p className="p-sign-in-lead">{`We'll email you a ${otpLength}-digit code next.`}</p>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
        <fieldset disabled={busy}>
          <label htmlFor="email">Email</label>
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="username"
            maxLength={254}
            autoFocus
            aria-invalid={errors.email !== undefined}
            aria-describedby="email-error"
            onChange={() => errors.email && setErrors({ ...errors, email: undefined })}
          />
          <p id="email-error" className="p-field-error">
            {errors.email}
          </p>
          <PasswordField
            error={errors.password}
            onChange={() => errors.password && setErrors({ ...errors, password: undefined })}
          />
          {slowed ? <RetryCountdown seconds={slowed} /> : null}
          <button type="submit" className="p-button p-sign-in-button">
            {busy ? 'Signing in…' : 'Sign in'}
          </button>
        </fieldset>
      </form>
    </SignInFrame>
  );
}

function PasswordField({ error, onChange }: { error: string | undefined; onChange: () => void }): ReactNode {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent): void => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
    <>
      <div className="p-password-row">
        <label htmlFor="password">Password</label>
        <div className="p-password">
          <input
            id="password"
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={128}
            aria-invalid={error !== undefined}
            aria-describedby="password-error caps-lock"
            onChange={onChange}
            onKeyDown={look}
            onKeyUp={look}
            onBlur={() => setCapsLock(false)}
          />
          <button type="button" aria-label={shown ? 'Hide password' : 'Show password'} onClick={() => setShown(!shown)}>
            <Eye open={shown} />
          </button>
        </div>
        <ForgotPassword />
      </div>
      <p id="password-error" className="p-field-error">
        {error}
      </p>
      <p id="caps-lock" className="p-caps-lock" role="status">
        {capsLock ? 'Caps Lock is on' : ''}
      </p>
    </>
  );
}

function Eye({ open }: { open: boolean }): ReactNode {
  return (
    <svg width="18" height="18" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
      <path d="M1.6 8S4 3.8 8 3.8 14.4 8 14.4 8 12 12.2 8 12.2 1.6 8 1.6 8Zm6.4 1.9a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8Z" />
      {open ? <path d="m3 13 10-10" /> : null}
    </svg>
  );
}
