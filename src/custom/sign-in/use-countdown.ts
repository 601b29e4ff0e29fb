import { useEffect, useState } from 'react';

/** Counts whole seconds down to 0 by the clock, so that time in a sleeping tab counts too. */
export function useCountdown(seconds: number): [left: number, restart: () => void] {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const look = (): void => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [end]);
  return [left, () => setEnd(Date.now() + seconds * 1000)];
}
