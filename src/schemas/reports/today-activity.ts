import { defineReport } from '../kit/report';
import { dayTiles } from '../kit/day-tiles';

export const todayActivity = defineReport({
  name: 'today-activity',
  title: 'My Today Activity',
  about: 'Your own day: what you did, hour by hour, and what is still open',
  path: '/today-activity',
  order: 14,
  group: 'People',
  access: { code: 'My_Today_Activity' },
  own: true,
  range: 'today',
  single: true,
  back: 30,
  rows: [
    { id: 'hour', label: 'Hour', levels: ['hour'] },
    { id: 'source', label: 'Primary source', levels: ['source'] },
    { id: 'stage', label: 'Stage', levels: ['stage'] },
  ],
  tabs: [
    {
      id: 'day',
      label: 'Day',
      columns: [
        { measure: 'A2' },
        { measure: 'A3' },
        { measure: 'C1' },
        { measure: 'C2' },
        { measure: 'C4' },
        { measure: 'C9' },
        { measure: 'S1' },
        { measure: 'A5' },
        { measure: 'L3' },
      ],
    },
  ],
  filters: [],
  cards: [
    { id: 'day', title: 'The day', look: 'tiles', columns: dayTiles, wide: true },
    { id: 'due', title: 'Follow-ups that are late', look: 'list', columns: [{ measure: 'F5' }] },
    { id: 'missed', title: 'Missed calls not called back', look: 'list', columns: [{ measure: 'C6n' }] },
    { id: 'untouched', title: 'Assigned and untouched', look: 'list', columns: [{ measure: 'L5' }] },
    { id: 'acts', title: 'What you did', look: 'acts', columns: [{ measure: 'A2' }], wide: true },
  ],
});
