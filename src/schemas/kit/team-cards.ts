import type { ReportColumn, ReportSpec, ReportCard } from './report';

/** What the dashboard of a team can be narrowed to, and of which days it is at first. */
export const teamBoard: ReportSpec = {
  name: 'team-dashboard',
  title: 'Team dashboard',
  about: 'Who works, what arrives, and what becomes of it',
  path: '/dashboard',
  order: 1,
  group: 'People',
  access: 'signed-in',
  range: 'today',
  rows: [{ id: 'user', label: 'User', levels: ['user'] }],
  tabs: [{ id: 'all', label: 'All', columns: [{ measure: 'L1' }] }],
  filters: ['team', 'college', 'course', 'intake', 'source'],
};

/** The same for the numbers of the reader alone. */
export const ownBoard: ReportSpec = { ...teamBoard, name: 'my-day', title: 'My day', own: true };

/** Of a team: those that its people own. */
const arrived: ReportColumn = { measure: 'L1', toOwner: true };

const numbers: ReportCard = {
  id: 'numbers',
  title: 'In these days',
  look: 'tiles',
  columns: [
    arrived,
    { measure: 'L9' },
    { measure: 'L5' },
    { measure: 'T2late' },
    { measure: 'C2' },
    { measure: 'F5' },
    { measure: 'P4' },
    { measure: 'R1' },
  ],
  wide: true,
};
/** Of the leads that arrived in these days: what has become of each since, so that no step is larger than the first. */
const funnel: ReportCard = {
  id: 'funnel',
  title: 'What became of the new leads',
  look: 'funnel',
  columns: [
    arrived,
    { measure: 'L8', toOwner: true },
    { measure: 'L6n', title: 'Engaged', toOwner: true },
    { measure: 'P1n', title: 'Application started', toOwner: true },
    { measure: 'P2n', title: 'Application submitted', toOwner: true },
    { measure: 'P3n', title: 'Fee paid', toOwner: true },
    { measure: 'P4n', title: 'Enrolled', toOwner: true },
  ],
};
const people: ReportCard = {
  id: 'people',
  title: 'People',
  look: 'people',
  columns: [{ measure: 'L5' }, { measure: 'C2' }, { measure: 'C9' }, { measure: 'F5' }, { measure: 'T2late' }, { measure: 'P4' }],
  over: ['user'],
  wide: true,
};
const arrivals: ReportCard = {
  id: 'arrivals',
  title: 'New leads by hour',
  look: 'hours',
  columns: [arrived],
  over: ['hour'],
};
const slow: ReportCard = {
  id: 'slow',
  title: 'Answered after the target',
  look: 'bars',
  columns: [{ measure: 'T2late' }],
  over: ['user'],
};
const stages: ReportCard = {
  id: 'stages',
  title: 'Leads by stage, now',
  look: 'bars',
  columns: [{ measure: 'S2' }],
  over: ['stage'],
};
const sources: ReportCard = {
  id: 'sources',
  title: 'New leads by source',
  look: 'bars',
  columns: [arrived],
  over: ['source'],
};

export const managerCards: readonly ReportCard[] = [numbers, people, arrivals, slow, stages, sources, funnel];
export const adminCards: readonly ReportCard[] = [numbers, funnel, arrivals, sources, stages, slow, people];
