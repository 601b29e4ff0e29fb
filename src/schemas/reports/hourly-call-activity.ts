import type { MeasureId } from '../kit/measures';
import { defineReport, type ReportColumn, type ReportTab } from '../kit/report';

const hourly = (measure: MeasureId): ReportColumn => ({ measure, by: 'work_hour', every: true });
const totals: readonly ReportColumn[] = [
  { measure: 'C1' },
  { measure: 'C2' },
  { measure: 'C11' },
  { measure: 'C9' },
  { measure: 'C12' },
  { measure: 'C5' },
  { measure: 'C13' },
  { measure: 'C14' },
  { measure: 'C15' },
];
const tab = (id: string, label: string, ...cell: readonly MeasureId[]): ReportTab => ({
  id,
  label,
  rows: ['user', 'team'],
  columns: [...cell.map(hourly), ...totals],
  ...(cell.length > 1
    ? {
        stacked: true,
        note: 'Each hour: calls dialled, calls connected, and talk time. Hatched hours are hours of leave or with a break.',
      }
    : {}),
});

export const hourlyCallActivity = defineReport({
  name: 'hourly-call-activity',
  title: 'User Hourly Call Activity',
  about: 'Who called in which hour of a day, and in which hour leads answer',
  path: '/hourly-all-counsoler-report',
  order: 16,
  group: 'Calls',
  access: { code: 'All_Counsellor_Hourly_Activity' },
  range: 'today',
  single: true,
  away: true,
  rows: [
    { id: 'user', label: 'User', levels: ['user'] },
    { id: 'team', label: 'Team and user', levels: ['team', 'user'] },
    { id: 'hour', label: 'Hour', levels: ['hour'] },
    { id: 'number', label: 'Virtual number', levels: ['virtual_number'] },
  ],
  tabs: [
    tab('dialled', 'Dialled', 'C1'),
    tab('connected', 'Connected', 'C2'),
    tab('talk', 'Talk time', 'C9'),
    tab('all', 'All three', 'C1', 'C2', 'C9'),
    {
      id: 'number',
      label: 'By virtual number',
      rows: ['number'],
      columns: totals.filter(({ measure }) => measure !== 'C15'),
      note: 'Calls that a user made with their own phone went through none of these numbers.',
    },
    {
      id: 'best-hour',
      label: 'Best hour',
      rows: ['hour'],
      days: 'range',
      range: 'last_30_days',
      columns: [{ measure: 'C1' }, { measure: 'C2' }, { measure: 'C11' }],
      note: 'Hours without an outbound call of this range have no share.',
      chart: { kind: 'line', title: 'Connect %', measure: 'C11', over: 'hour' },
    },
  ],
  filters: ['user', 'team', 'stage', 'college', 'source', 'direction', 'virtual_number', 'dialer_list'],
  chart: { kind: 'line', title: 'By hour', over: 'work_hour', previous: true },
  note: 'Hatched hours are hours of leave or with a break. Point at one to see which.',
});
