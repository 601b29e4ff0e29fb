import { dayCodes, dayCodeWords } from '../../src/schemas/kit/day-codes';
import { weekdays } from '../../src/schemas/kit/static-lists';
import { invalid } from '../../src/schemas/kit/problem';
import { isMonth } from '../../src/schemas/kit/shared-fields';
import type { MonthTotals } from '../../src/schemas/calls/attendance-report';
import type { Context } from '../context/context';
import { weekdayOf } from '../domain/days';
import { readMonth, shownMonth, totalsOf, type MonthAsked, type MonthRead } from '../workforce/attendance-report';
import type { Cell } from './export-columns';
import { aboutPeople } from './people-asked';
import type { ExportPlan } from './export-plan';

/** A month of attendance as payroll takes it: a row for each person, a column for each day, then the totals. */
export async function attendancePlan(asked: MonthAsked, context: Context): Promise<ExportPlan> {
  if (!isMonth(asked.month)) throw invalid('month', 'Enter the month as 2026-04');
  const first = await readMonth(context, asked);
  const sums = sumColumns(first);
  const days = first.days.map((day) => `${Number(day.slice(8))} ${weekdays[weekdayOf(day)]!.slice(0, 3)}`);
  return {
    name: `Attendance ${asked.month}`,
    titles: ['Employee code', 'Name', ...days, ...sums.map(([title]) => title)],
    // The whole month at once: a total has to be of the rows above it.
    pageRows: 5000,
    about: (now) =>
      aboutPeople(now, asked, [
        ['Month', asked.month],
        ['Status', asked.code ? dayCodeWords[asked.code] : 'All'],
        ['Inactive users', asked.inactive ? 'Included' : 'Left out'],
        ...dayCodes.map((code) => [code, dayCodeWords[code]] as const),
      ]),
    count: async (now) => (await readMonth(now, asked)).people.length + 1,
    async page(now) {
      const read = await readMonth(now, asked);
      const rows = read.people.map((person): Cell[] => {
        const { totals, codes } = shownMonth(person);
        return [
          person.employeeCode,
          person.name,
          ...codes.map((day) => day.join(' ') || null),
          ...sums.map(([, cell]) => cell(totals)),
        ];
      });
      const total: Cell[] = [null, 'Total', ...read.days.map(() => null), ...sums.map(([, cell]) => cell(totalsOf(read)))];
      return { rows: [...rows, total], next: undefined };
    },
  };
}

const sumColumns = ({ leave_types: types }: MonthRead): readonly (readonly [string, (totals: MonthTotals) => Cell])[] => [
  ['Present', (one) => one.present],
  ['Half days', (one) => one.half],
  ['Absent', (one) => one.absent],
  ['Late', (one) => one.late],
  ['Left early', (one) => one.early],
  ...types.map(({ id, name }) => [name, (one: MonthTotals) => one.leave[id] ?? 0] as const),
  ['Week-offs', (one) => one.week_offs],
  ['Holidays', (one) => one.holidays],
  ['Payable days', (one) => one.payable],
  ['Average in', (one) => clock(one.avg_in)],
  ['Average out', (one) => clock(one.avg_out)],
  ['Working hours', (one) => hours(one.work_seconds / 3600)],
  ['Break hours', (one) => hours(one.break_seconds / 3600)],
  ['Overtime hours', (one) => hours(one.overtime_minutes / 60)],
];

const hours = (value: number): number => Math.round(value * 100) / 100;
const two = (value: number): string => String(value).padStart(2, '0');
const clock = (minutes: number | null): string | null =>
  minutes === null ? null : `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
