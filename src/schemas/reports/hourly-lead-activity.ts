import type { MeasureId } from '../kit/measures';
import { defineReport, type ReportTab } from '../kit/report';

const tab = (id: string, label: string, measure: MeasureId): ReportTab => ({
  id,
  label,
  columns: [
    { measure, by: 'work_hour', every: true },
    { measure, title: 'Total' },
    { measure: 'A10' },
    { measure: 'A11' },
    { measure: 'A12' },
  ],
});

export const hourlyLeadActivity = defineReport({
  name: 'hourly-lead-activity',
  title: 'User Hourly Lead Activity',
  about: 'Who did what in which hour of a day',
  path: '/hourly-counsoler-report',
  order: 15,
  group: 'People',
  access: { code: 'Counsellor_Hourly_Activity' },
  range: 'today',
  single: true,
  away: true,
  rows: [
    { id: 'user', label: 'User', levels: ['user'] },
    { id: 'team', label: 'Team and user', levels: ['team', 'user'] },
  ],
  tabs: [
    tab('activities', 'Activities', 'A2'),
    tab('leads', 'Leads touched', 'A3'),
    tab('stages', 'Stage changes', 'S1'),
    tab('planned', 'Follow-ups added', 'F1'),
    tab('done', 'Follow-ups done', 'A5'),
    tab('notes', 'Notes', 'A4'),
    tab('assigned', 'Leads assigned', 'L3'),
  ],
  filters: ['user', 'team', 'stage', 'college', 'source'],
  chart: { kind: 'line', title: 'By hour', over: 'work_hour', previous: true },
  note: 'Hatched hours are hours of leave or with a break. Point at one to see which.',
});
