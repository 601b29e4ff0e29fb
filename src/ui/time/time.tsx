import type { ReactNode } from 'react';
import { fullTime, overdueBy, shortTime } from './dates';
import { Icon } from '../marks/icon';

/** A time in short form, with the full one in the tooltip. `hour`: shows the time of day, however long ago it was. */
export function Time({ at, hour = false }: { at: unknown; hour?: boolean }): ReactNode {
  if (!at) return '–';
  return (
    <time dateTime={String(at)} title={fullTime(at)}>
      {shortTime(at, { hour })}
    </time>
  );
}

/** A follow-up's time: overdue in red with a sign, due later today with a clock. */
export function DueTime({ at, done = false }: { at: unknown; done?: boolean }): ReactNode {
  if (!at) return '–';
  const overdue = done ? undefined : overdueBy(at);
  const text = overdue ? `${overdue} overdue` : shortTime(at);
  const today = !overdue && text.startsWith('Today');
  return (
    <time className={`p-due${overdue ? ' p-late' : ''}`} dateTime={String(at)} title={fullTime(at)}>
      {overdue ? <Icon name="warning" size={14} /> : today ? <Icon name="clock" size={14} /> : null}
      {text}
    </time>
  );
}
