import { dayTiles } from '../kit/day-tiles';
import { defineReport } from '../kit/report';

export const homeDashboard = defineReport({
  name: 'home-dashboard',
  title: 'User Home Dashboard',
  about: "A counsellor's day as their manager sees it, of one user or of several side by side",
  path: '/caller-dashboard-report',
  order: 17,
  group: 'People',
  access: { code: 'Counsellor_Home_Dashboard' },
  range: 'today',
  rows: [
    { id: 'user', label: 'User', levels: ['user'] },
    { id: 'team', label: 'Team and user', levels: ['team', 'user'] },
    { id: 'idle', label: 'Days since the last act', levels: ['idle_days'] },
    { id: 'stage', label: 'Stage and sub-stage', levels: ['stage', 'sub_stage'] },
    { id: 'source', label: 'Primary source', levels: ['source'] },
  ],
  tabs: [
    { id: 'compare', label: 'Compare', columns: dayTiles },
    {
      id: 'owned',
      label: 'Owned leads',
      rows: ['user', 'team', 'idle', 'source'],
      columns: [{ measure: 'L4' }, { measure: 'S2', by: 'stage' }],
    },
  ],
  filters: ['user', 'team', 'college', 'source', 'course'],
  cards: [
    { id: 'day', title: 'In these days', look: 'tiles', columns: dayTiles, wide: true },
    { id: 'stages', title: 'Leads by stage, now', look: 'bars', columns: [{ measure: 'S2' }], over: ['stage', 'sub_stage'] },
    {
      id: 'follow-ups',
      title: 'Follow-ups',
      look: 'shares',
      columns: [{ measure: 'F3' }, { measure: 'F4' }, { measure: 'F5' }, { measure: 'F6' }],
    },
    {
      id: 'calls',
      title: 'Outcome of calls',
      look: 'shares',
      columns: [
        { measure: 'C2' },
        { measure: 'C3a' },
        { measure: 'C3b' },
        { measure: 'C3c' },
        { measure: 'C3d' },
        { measure: 'C3e' },
      ],
    },
    { id: 'sources', title: 'Assigned leads by source', look: 'bars', columns: [{ measure: 'L3' }], over: ['source'] },
    { id: 'untouched', title: 'Untouched for the longest time', look: 'list', columns: [{ measure: 'L5' }] },
    {
      id: 'idle',
      title: 'Leads by stage and days since the last act, now',
      look: 'matrix',
      columns: [{ measure: 'S2' }, { measure: 'S2', by: 'stage' }],
      over: ['idle_days'],
      wide: true,
    },
  ],
});
