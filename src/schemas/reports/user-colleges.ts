import { defineReport } from '../kit/report';

export const userColleges = defineReport({
  name: 'user-colleges',
  title: 'User {entity} Wise',
  about: 'How each user does with the leads of each {entity}',
  path: '/user-clg-wise-report',
  order: 20,
  group: 'Leads',
  access: { code: 'Counsellor_Source_Wise' },
  range: 'this_month',
  rows: [
    { id: 'user', label: 'User, then {entity}', levels: ['user', 'college'] },
    { id: 'college', label: '{entity}, then user', levels: ['college', 'user'] },
  ],
  tabs: [
    {
      id: 'results',
      label: 'Results',
      columns: [
        { measure: 'L3' },
        { measure: 'L1', toOwner: true },
        { measure: 'L2', toOwner: true },
        { measure: 'L8', toOwner: true },
        { measure: 'L5' },
        { measure: 'C8' },
        { measure: 'F5' },
        { measure: 'P1' },
        { measure: 'P2' },
        { measure: 'P3' },
        { measure: 'P4' },
        { measure: 'P5' },
        { measure: 'R1' },
      ],
    },
    { id: 'stages', label: 'Stages', columns: [{ measure: 'L3' }, { measure: 'S2', by: 'stage' }] },
    { id: 'matrix', label: 'Matrix', columns: [{ measure: 'L3' }, { measure: 'L3', by: 'college' }] },
  ],
  filters: ['user', 'team', 'college', 'source', 'course'],
  chart: { title: 'Leads assigned by {entity}', measure: 'L3', over: 'user', parts: 'college' },
});
