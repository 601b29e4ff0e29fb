import { dayOf, momentOf } from './dates';

export interface QuickPick {
  readonly label: string;
  /** ISO with Z. */
  readonly at: string;
}

/** Four common times of a follow-up, in the tenant's time zone. */
export function quickPicks(now: Date): QuickPick[] {
  const day = (days: number): string => dayOf(new Date(now.getTime() + days * dayMs));
  return [
    { label: '+1 h', at: wholeMinute(now.getTime() + 3_600_000) },
    { label: 'Tomorrow 11:00', at: momentOf(day(1), '11:00') },
    { label: '+3 d', at: wholeMinute(now.getTime() + 3 * dayMs) },
    { label: 'Next Monday', at: momentOf(day(daysToMonday(day(0))), '11:00') },
  ];
}

const dayMs = 86_400_000;
const wholeMinute = (time: number): string => new Date(Math.ceil(time / 60_000) * 60_000).toISOString();
/** 1 to 7: on a Monday the next one is in a week. */
function daysToMonday(day: string): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return (8 - weekday) % 7 || 7;
}
