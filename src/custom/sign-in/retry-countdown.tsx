import type { ReactNode } from 'react';
import { useCountdown } from './use-countdown';

/** After too many attempts: a countdown to the next allowed one (TRUST-S36). */
export function RetryCountdown({ seconds }: { seconds: number }): ReactNode {
  const [left] = useCountdown(seconds);
  return (
    <div className="p-retry">
      <p role="alert">
        <strong>Too many attempts.</strong> Your password was not checked.
      </p>
      <p>
        {left > 0
          ? `You can try again in ${spoken(left)}. Trying earlier doesn't make the wait longer.`
          : 'You can try again now.'}
      </p>
      <p>On a device you have signed in on before, other people's attempts don't keep you waiting.</p>
    </div>
  );
}

function spoken(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
