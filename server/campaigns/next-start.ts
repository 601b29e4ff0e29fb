import { addDays } from '../domain/days';
import type { Campaign } from './campaign-kinds';
import { instantOf, wallTimeOf } from '../domain/wall-time';

export interface Repeated {
  readonly repeat: 'never' | 'daily' | 'weekly' | 'monthly';
  /** The first start: its time of day and, where the campaign repeats monthly, its day are those of every start. */
  readonly first: Date;
  /** The tenant's: its clock shows the same time at every start. */
  readonly zone: string;
}

/** How a campaign repeats. Of one that started before its first start was kept, the last one counts. */
export const startsOf = (
  { repeat, first_at: first, schedule_at: last, zone }: Pick<Campaign, 'repeat' | 'first_at' | 'schedule_at' | 'zone'>,
  now: Date,
): Repeated => ({ repeat, first: new Date(first ?? last ?? now), zone: zone ?? 'Asia/Kolkata' });

/** When a campaign that repeats starts next, after now; null: it does not repeat. */
export function nextStart({ repeat, first, zone }: Repeated, now: Date): Date | null {
  if (repeat === 'never') return null;
  const { date, minutes } = wallTimeOf(first, zone);
  const today = wallTimeOf(now, zone).date;
  for (let n = startsBetween(repeat, date, today); ; n++) {
    const next = instantOf({ date: dateOf(repeat, date, n), minutes }, zone);
    if (n > 0 && next > now) return next;
  }
}

/** A number of starts that were surely before today, so that a campaign of years ago is not counted day by day. */
function startsBetween(repeat: Repeated['repeat'], from: string, to: string): number {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const each = { never: 1, daily: 1, weekly: 7, monthly: 31 }[repeat];
  return Math.max(1, Math.floor(days / each) - 1);
}

/** The day of the nth start after the first one. A month without its day has it on its last. */
function dateOf(repeat: Repeated['repeat'], first: string, n: number): string {
  if (repeat !== 'monthly') return addDays(first, n * (repeat === 'weekly' ? 7 : 1));
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + n + 1, 0));
  return `${last.toISOString().slice(0, 8)}${String(Math.min(day, last.getUTCDate())).padStart(2, '0')}`;
}
