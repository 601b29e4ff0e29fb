import { useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { otpLength } from '../../schemas/kit/otp';

export interface OtpBoxesProps {
  /** A text for each box: one digit or empty. */
  readonly digits: readonly string[];
  readonly onChange: (digits: readonly string[]) => void;
  /** The last empty box was filled, typed, pasted or by autofill: the code is sent. */
  readonly onComplete: (code: string) => void;
  readonly disabled: boolean;
  readonly firstRef: RefObject<HTMLInputElement | null>;
}

export function OtpBoxes({ digits, onChange, onComplete, disabled, firstRef }: OtpBoxesProps): ReactNode {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number): void => boxes.current[Math.min(Math.max(index, 0), otpLength - 1)]?.focus();
  const put = (index: number, digit: string): void => onChange(digits.map((one, at) => (at === index ? digit : one)));

  function spread(index: number, text: string): void {
    const given = text.replace(/\D/g, '').slice(0, otpLength);
    if (!given) return;
    // A whole code fills the boxes from the first, whichever box has the cursor.
    const from = given.length === otpLength ? 0 : index;
    const next = digits.map((one, at) => given[at - from] ?? one);
    onChange(next);
    focus(from + given.length);
    if (next.every(Boolean)) onComplete(next.join(''));
  }

  function type(index: number, text: string): void {
    const typed = text.replace(/\D/g, '');
    // A filled box that gets a second digit holds two for a moment: the new one is used.
    const fresh = digits[index] && typed.length === 2 ? typed.replace(digits[index], '') || typed.slice(1) : typed;
    if (fresh.length > 1) return spread(index, fresh);
    if (!fresh) return text === '' ? put(index, '') : undefined;
    const next = digits.map((one, at) => (at === index ? fresh : one));
    onChange(next);
    focus(index + 1);
    if (next.every(Boolean)) onComplete(next.join(''));
  }

  function key(index: number, event: KeyboardEvent): void {
    if (event.key === 'ArrowLeft') focus(index - 1);
    else if (event.key === 'ArrowRight') focus(index + 1);
    else if (event.key === 'Backspace') {
      if (digits[index]) put(index, '');
      else focus(index - 1);
    } else if (event.key === 'Delete') put(index, '');
    else if (event.key.length > 1 || /\d/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
  }

  function paste(index: number, event: ClipboardEvent): void {
    event.preventDefault();
    spread(index, event.clipboardData.getData('text'));
  }

  return (
    <div className="p-otp" role="group" aria-label={`${otpLength}-digit code`}>
      {digits.map((digit, index) => (
        <input
          key={index}
          ref={(box) => {
            boxes.current[index] = box;
            if (index === 0) firstRef.current = box;
          }}
          value={digit}
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          autoFocus={index === 0}
          aria-label={`Digit ${index + 1} of ${otpLength}`}
          disabled={disabled}
          onChange={({ target }) => type(index, target.value)}
          onKeyDown={(event) => key(index, event)}
          onPaste={(event) => paste(index, event)}
          onFocus={({ target }) => target.select()}
        />
      ))}
    </div>
  );
}
