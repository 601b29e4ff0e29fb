import { useEffect, useRef, type ReactNode } from 'react';
import { markActive } from '../../providers/calls/activity';
import { call } from '../../providers/calls/call';
import { useLeadStageRequest } from '../../providers/screens/lead-stage-modal';
import { onLive } from '../../providers/live/live';
import { currentSession, useSession } from '../../providers/session/session';
import { loadTenantConfig } from '../../providers/session/tenant-config';
import { timeSpent, timeToday } from '../../schemas/calls/work-time';
import { shortTime } from '../../ui/time/dates';
import { startWorkClock } from './work-clock';
import { serverNow } from '../../ui/time/server-clock';
import './work-timer.css';

/** In milliseconds: the window may get the focus at every click. */
const leastGap = 5000;

/**
 * 'Working : 00:01:05'. The text is written directly to the DOM node, so that React does not render every second. A call counts
 * as work (D-072).
 */
export function WorkTimer(): ReactNode {
  const userId = useSession()?.user.id;
  const node = useRef<HTMLSpanElement>(null);
  const inCall = useLeadStageRequest()?.dialer === true;
  useEffect(() => {
    if (!userId) return undefined;
    const mark = (): void => markActive(userId, Date.now());
    const timer = inCall ? setInterval(mark, 10_000) : undefined;
    const stop = onLive('dialer_call', mark);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [userId, inCall]);
  useEffect(() => {
    if (!userId) return undefined;
    let limits = limitsOf(currentSession()?.persisted.tenant.time_tracking);
    const clock = startWorkClock({
      userId,
      limits: () => limits,
      show: (seconds) => {
        if (node.current) node.current.textContent = `Working : ${clockText(seconds)}`;
      },
      send: async (totalSeconds, ref) => {
        const { data } = await call(timeSpent, { totalSeconds, client_ref: ref });
        if (node.current) node.current.title = `Time worked today. Last synced: ${shortTime(new Date(serverNow()))}`;
        return data?.today_seconds;
      },
    });
    let lookedAt = 0;
    const look = (): void => {
      if (Date.now() - lookedAt < leastGap) return;
      lookedAt = Date.now();
      void call(timeToday, {}).then(
        ({ data }) => clock.correct(data),
        () => undefined, // the next report corrects it
      );
    };
    const late = setTimeout(() => {
      void loadTenantConfig().then((config) => config && (limits = limitsOf(config.time_tracking)));
      look();
    }, 3000);
    const stopLive = onLive('work_time', clock.correct);
    window.addEventListener('focus', look);
    return () => {
      clearTimeout(late);
      stopLive();
      window.removeEventListener('focus', look);
      clock.stop();
    };
  }, [userId]);
  return <span ref={node} className="p-work-timer" role="timer" title="Time worked today. Not synced yet." />;
}

/** 'HH:mm:ss' of seconds. */
function clockText(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** D-071: 60000 and 360000 ms unless the tenant sets them, between 15 s and one hour. */
function limitsOf(set: { readonly idle_ms?: number; readonly poll_ms?: number } | null | undefined) {
  const within = (value: number | undefined, usual: number): number =>
    typeof value === 'number' && Number.isFinite(value) ? Math.min(3_600_000, Math.max(15_000, value)) : usual;
  return { idle: within(set?.idle_ms, 60_000), poll: within(set?.poll_ms, 360_000) };
}
