import type { DayCode } from '../../src/schemas/kit/day-codes';

/** What is known of one person's day; times in minutes after the day's midnight in the tenant's zone. */
export interface DayFacts {
  /** The record of the day, if there is one. */
  readonly state: 'present' | 'half_day' | 'absent' | 'leave' | 'holiday' | 'week_off' | null;
  readonly in: number | null;
  readonly out: number | null;
  readonly late: number;
  readonly leave: { readonly type: string; readonly paid: boolean; readonly half: 'none' | 'first' | 'second' } | null;
  readonly isHoliday: boolean;
  readonly isWeekOff: boolean;
  readonly shift: { readonly start: number; readonly end: number; readonly grace: number } | null;
  /** Before the person came, or after they left. */
  readonly isOutside: boolean;
  readonly when: 'past' | 'today' | 'ahead';
}

/** A day in the report: its codes, and what it adds to the totals. */
export interface DayOfWork {
  readonly codes: readonly DayCode[];
  readonly leave: { readonly type: string; readonly days: number; readonly paid: boolean } | null;
  readonly in: number | null;
  readonly out: number | null;
  readonly early: number;
  readonly overtime: number;
  /** Planned, and in no total yet. */
  readonly isAhead: boolean;
}

const nothing: DayOfWork = { codes: [], leave: null, in: null, out: null, early: 0, overtime: 0, isAhead: false };

/**
 * Work comes first: someone who came is present, whatever the day is. Then leave, then holiday, then the week-off; a working day
 * without any of them is an absence once it is over.
 */
export function dayOfWork(facts: DayFacts): DayOfWork {
  return { ...kindOfDay(facts), isAhead: facts.when === 'ahead' };
}

function kindOfDay(facts: DayFacts): DayOfWork {
  const { leave } = facts;
  if (facts.state !== null && facts.in !== null) return worked(facts);
  if (leave && leave.half === 'none') return onLeave(leave, []);
  if (facts.state === 'leave') return { ...nothing, codes: ['L'], leave: { type: '', days: 1, paid: false } };
  if (facts.isOutside && facts.state === null) return leave ? onLeave(leave, []) : nothing;
  if (facts.isHoliday || facts.state === 'holiday') return { ...nothing, codes: ['HO'] };
  if (facts.isWeekOff || facts.state === 'week_off') return { ...nothing, codes: ['WO'] };
  const isMissed = facts.state === 'absent' || facts.when === 'past';
  if (leave) return onLeave(leave, isMissed ? ['A'] : []);
  return isMissed ? { ...nothing, codes: ['A'] } : nothing;
}

function onLeave(leave: NonNullable<DayFacts['leave']>, rest: readonly DayCode[]): DayOfWork {
  const days = leave.half === 'none' ? 1 : 0.5;
  return { ...nothing, codes: ['L', ...rest], leave: { type: leave.type, days, paid: leave.paid } };
}

function worked({ state, in: came, out, late, leave, isHoliday, isWeekOff, shift }: DayFacts): DayOfWork {
  const half = leave && leave.half !== 'none' ? leave : null;
  const isOff = isHoliday || isWeekOff;
  const early = shift && out !== null && !isOff && half?.half !== 'second' ? shift.end - out : 0;
  const isEarly = shift !== null && early > shift.grace;
  const isLate = late > 0 && !isOff && half?.half !== 'first';
  const length = out !== null && came !== null ? out - came : 0;
  const codes: DayCode[] = [half || (state === 'half_day' && !isOff) ? 'H' : 'P'];
  if (half) codes.push('L');
  if (isLate) codes.push('LT');
  if (isEarly) codes.push('ED');
  return {
    codes,
    leave: half ? { type: half.type, days: 0.5, paid: half.paid } : null,
    in: came,
    out,
    early: isEarly ? early : 0,
    isAhead: false,
    overtime: isOff ? length : shift ? Math.max(0, length - (shift.end - shift.start)) : 0,
  };
}
