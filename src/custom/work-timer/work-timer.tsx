import { useEffect, useRef, type ReactNode } from 'react';
import { callWire } from '../../providers/call';
import { currentSession, useSession } from '../../providers/session';
import { loadTenantConfig } from '../../providers/tenant-config';
import { shortTime } from '../../ui/dates';
import { startWorkClock } from './work-clock';
import './work-timer.css';

const timeSpent = { wire: 'POST users/time-spent', as: 'create' } as const;

/** 'Working : 00:01:05'. The text is written to the node itself: nothing in React renders each second. */
export function WorkTimer(): ReactNode {
  const userId = useSession()?.user.id;
  const node = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!userId) return undefined;
    let limits = limitsOf(currentSession()?.persisted.tenant.time_tracking);
    const late = setTimeout(() => {
      void loadTenantConfig().then((config) => config && (limits = limitsOf(config.time_tracking)));
    }, 3000);
    const stop = startWorkClock({
      userId,
      limits: () => limits,
      show: (seconds) => {
        if (node.current) node.current.textContent = `Working : ${clockText(seconds)}`;
      },
      send: async (totalSeconds, ref) => {
        const { data } = await callWire<{ today_seconds?: number } | undefined>(timeSpent, { totalSeconds, client_ref: ref });
        if (node.current) node.current.title = `Time worked today. Last synced: ${shortTime(new Date())}`;
        return data?.today_seconds;
      },
    });
    return () => {
      clearTimeout(late);
      stop();
    };
  }, [userId]);
  return <span ref={node} className="p-work-timer" role="timer" title="Time worked today. Not synced yet." />;
}

/** 'HH:mm:ss' of seconds. */
function clockText(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** D-071: 60000 and 360000 ms unless the tenant says otherwise, within 15 s and an hour. */
function limitsOf(set: { readonly idle_ms?: number; readonly poll_ms?: number } | null | undefined) {
  const within = (value: number | undefined, usual: number): number =>
    typeof value === 'number' && Number.isFinite(value) ? Math.min(3_600_000, Math.max(15_000, value)) : usual;
  return { idle: within(set?.idle_ms, 60_000), poll: within(set?.poll_ms, 360_000) };
}
