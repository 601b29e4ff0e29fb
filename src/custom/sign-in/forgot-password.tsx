import { useRef, type ReactNode } from 'react';
import { forgottenPassword } from '../../providers/session/sign-in';

/** Users cannot reset a password themselves. The browser's own dialog handles focus and Escape. */
export function ForgotPassword(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className="p-text-button" onClick={() => dialog.current?.showModal()}>
        Forgot Password
      </button>
      <dialog ref={dialog} className="p-dialog" aria-labelledby="forgot-title">
        <h2 id="forgot-title">Forgot Password</h2>
        <p>{forgottenPassword}</p>
        <button type="button" className="p-button" onClick={() => dialog.current?.close()}>
          OK
        </button>
      </dialog>
    </>
  );
}
