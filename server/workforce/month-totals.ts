import type { MonthTotals } from '../../src/schemas/calls/attendance-report';
import type { DayCode } from '../../src/schemas/kit/day-codes';
import type { DayOfWork } from './day-of-work';

/** One person's month as the totals are made from it. */
export interface DaysOfPerson {
  readonly days: readonly DayOfWork[];
  readonly workSeconds: number;
  readonly breakSeconds: number;
}

/** Totals up to today, of one person or of many: always from the days, so that an average of many is not one of averages. */
export function monthTotals(people: readonly DaysOfPerson[]): MonthTotals {
  const days = people.flatMap((person) => person.days).filter((day) => !day.isAhead);
  const count = (code: DayCode): number => days.filter(({ codes }) => codes.includes(code)).length;
  const leave: Record<string, number> = {};
  for (const { leave: taken } of days) if (taken) leave[taken.type] = (leave[taken.type] ?? 0) + taken.days;
  // Half a day of leave and none of work is half a day of absence.
  const absent = sum(days.map(({ codes }) => (codes.includes('A') ? (codes.includes('L') ? 0.5 : 1) : 0)));
  const paidLeave = sum(days.map(({ leave: taken }) => (taken?.paid ? taken.days : 0)));
  const [present, half, weekOffs, holidays] = [count('P'), count('H'), count('WO'), count('HO')];
  return {
    present,
    half,
    absent,
    late: count('LT'),
    early: count('ED'),
    leave,
    week_offs: weekOffs,
    holidays,
    payable: present + half / 2 + paidLeave + weekOffs + holidays,
    avg_in: average(days.map((day) => day.in)),
    avg_out: average(days.map((day) => day.out)),
    work_seconds: sum(people.map((person) => person.workSeconds)),
    break_seconds: sum(people.map((person) => person.breakSeconds)),
    overtime_minutes: sum(days.map((day) => day.overtime)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function average(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? Math.round(sum(known) / known.length) : null;
}
