import type { ReactNode } from 'react';
import './call-controls.css';

/** The twelve keys of a telephone. */
export function PhoneKeys({ onKey }: { onKey: (sign: string) => void }): ReactNode {
  return (
    <div className="p-phone-keys" role="group" aria-label="Keypad">
      {[...'123456789*0#'].map((sign) => (
        <button key={sign} type="button" aria-label={names[sign] ?? sign} onClick={() => onKey(sign)}>
          {sign}
        </button>
      ))}
    </div>
  );
}
const names: Readonly<Record<string, string>> = { '*': 'Star', '#': 'Hash' };
