import type { AttendanceMonth, MonthTotals } from '../../schemas/calls/attendance-report';
import { clockText, hoursText } from '../../ui/time/hours-text';

export interface TotalColumn {
  readonly name: string;
  readonly title: string;
  /** What it counts, for the '?' next to the legend and the column's tooltip. */
  readonly means: string;
  readonly text: (totals: MonthTotals) => string;
}

const before: readonly TotalColumn[] = [
  {
    name: 'present',
    title: 'Present',
    means: 'Whole days of work, also on a holiday or a week-off',
    text: (one) => days(one.present),
  },
  {
    name: 'half',
    title: 'Half',
    means: 'Days with less time than the shift asks for a full day, or with half a day of leave',
    text: (one) => days(one.half),
  },
  {
    name: 'absent',
    title: 'Absent',
    means: 'Working days that are over, without a check-in and without leave',
    text: (one) => days(one.absent),
  },
  {
    name: 'late',
    title: 'Late',
    means: 'Days with a check-in later than the shift’s start and its grace minutes',
    text: (one) => days(one.late),
  },
  {
    name: 'early',
    title: 'Early',
    means: 'Days with a check-out before the shift’s end by more than its grace minutes',
    text: (one) => days(one.early),
  },
];
const after: readonly TotalColumn[] = [
  {
    name: 'week_offs',
    title: 'Week-offs',
    means: 'Weekly days off of the shift, without work',
    text: (one) => days(one.week_offs),
  },
  {
    name: 'holidays',
    title: 'Holidays',
    means: 'Holidays that are not optional, without work',
    text: (one) => days(one.holidays),
  },
  {
    name: 'payable',
    title: 'Payable days',
    means: 'Present, half of the half days, paid leave, week-offs and holidays',
    text: (one) => days(one.payable),
  },
  {
    name: 'avg_in',
    title: 'Avg in',
    means: 'Average of the first check-ins, in the tenant’s time zone',
    text: (one) => clockText(one.avg_in),
  },
  {
    name: 'avg_out',
    title: 'Avg out',
    means: 'Average of the last check-outs, in the tenant’s time zone',
    text: (one) => clockText(one.avg_out),
  },
  {
    name: 'work',
    title: 'Working time',
    means: 'Active seconds that the timer in the header counted',
    text: (one) => hoursText(one.work_seconds),
  },
  { name: 'breaks', title: 'Breaks', means: 'Time on breaks, of all reasons', text: (one) => hoursText(one.break_seconds) },
  {
    name: 'overtime',
    title: 'Overtime',
    means: 'Time from check-in to check-out beyond the shift’s length; on a holiday or week-off all of it',
    text: (one) => hoursText(one.overtime_minutes * 60),
  },
];

/** The totals of this month: one column for each type of leave that was taken. */
export const totalColumns = ({ leave_types: types }: Pick<AttendanceMonth, 'leave_types'>): readonly TotalColumn[] => [
  ...before,
  ...types.map(({ id, name, paid }) => ({
    name: `leave ${id}`,
    title: name,
    means: `Approved days of ${name.toLowerCase()}${paid ? '' : ', not paid'}`,
    text: (one: MonthTotals) => days(one.leave[id] ?? 0),
  })),
  ...after,
];

const days = (count: number): string => String(Math.round(count * 10) / 10);
