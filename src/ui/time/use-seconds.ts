import { useEffect, useState } from 'react';

/** Whole seconds since (if negative, until) a moment, updated every second; `offset` is the server's clock minus this one's. */
export function useSecondsSince(at: string | null | undefined, offset = 0): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!at) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return at ? Math.floor((now + offset - Date.parse(at)) / 1000) : 0;
}

/** 75 as '01:15', an hour or more as '1:02:03'. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number): string => String(n).padStart(2, '0');
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole < 3600 ? rest : `${Math.floor(whole / 3600)}:${rest}`;
}
