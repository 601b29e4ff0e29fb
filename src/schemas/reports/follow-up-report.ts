import { defineReport, type ReportColumn } from '../kit/report';

const columns: readonly ReportColumn[] = [
  { measure: 'F1' },
  { measure: 'F2' },
  { measure: 'F3' },
  { measure: 'F4' },
  { measure: 'F5' },
  { measure: 'F6' },
  { measure: 'F7' },
  { measure: 'F8' },
  { measure: 'F9' },
  { measure: 'F10' },
  { measure: 'F11' },
  { measure: 'F12' },
];

export const followUpReport = defineReport({
  name: 'follow-ups',
  title: 'Follow-up Report',
  about: 'Who is behind on follow-ups, and what is due when',
  path: '/follow-up-report',
  order: 27,
  group: 'Leads',
  access: 'signed-in',
  range: 'today',
  ahead: 92,
  rows: [
    { id: 'user', label: 'User', levels: ['user'] },
    { id: 'team', label: 'Team and user', levels: ['team', 'user'] },
    { id: 'day', label: 'Day', levels: ['day'] },
    { id: 'stage', label: 'Stage', levels: ['stage', 'sub_stage'] },
  ],
  tabs: [
    {
      id: 'user',
      label: 'By user',
      rows: ['user', 'team'],
      columns,
      chart: { title: 'Due follow-ups', measure: 'F2', over: 'user', parts: 'due_status' },
    },
    {
      id: 'day',
      label: 'By day',
      rows: ['day'],
      range: 'this_month',
      columns: columns.filter(({ measure }) => measure !== 'F6' && measure !== 'F11'),
      chart: { kind: 'calendar', title: 'Due follow-ups', measure: 'F2', over: 'day' },
    },
    {
      id: 'stage',
      label: 'By stage',
      rows: ['stage'],
      columns,
      chart: { title: 'Due follow-ups', measure: 'F2', over: 'stage', parts: 'due_status' },
    },
    { id: 'list', label: 'List', rows: ['user'], columns: [{ measure: 'F2' }], list: 'F2' },
  ],
  filters: ['due_status', 'user', 'team', 'stage', 'college'],
});
