import type { MeasureId } from '../kit/measures';
import { defineReport, type ReportTab } from '../kit/report';

/** Users down, colleges across, one measure in the cells. */
const matrix = (id: string, label: string, measure: MeasureId): ReportTab => ({
  id,
  label,
  rows: ['user'],
  columns: [
    { measure, title: 'Total' },
    { measure, by: 'college', top: 12 },
  ],
});

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
      id: 'assigned',
      label: 'Assigned leads',
      columns: [
        { measure: 'L3' },
        { measure: 'L1', toOwner: true },
        { measure: 'L2', toOwner: true },
        { measure: 'L8', toOwner: true },
        { measure: 'L5' },
        { measure: 'C8' },
        { measure: 'F5' },
        { measure: 'S2', by: 'stage', top: 8 },
        { measure: 'P1' },
        { measure: 'P2' },
        { measure: 'P3' },
        { measure: 'P4' },
        { measure: 'P5' },
        { measure: 'R1' },
      ],
    },
    {
      id: 'choices',
      label: 'Choices',
      columns: [{ measure: 'L3' }, { measure: 'K1' }, { measure: 'K2' }, { measure: 'K3' }, { measure: 'K4' }],
    },
    matrix('matrix', 'Matrix: assigned', 'L3'),
    matrix('matrix-owned', 'Matrix: owned', 'L4'),
    matrix('matrix-started', 'Matrix: applications', 'P1'),
    matrix('matrix-enrolled', 'Matrix: enrolled', 'P4'),
  ],
  filters: ['user', 'team', 'college', 'source', 'course'],
  chart: { title: 'Leads assigned by {entity}', measure: 'L3', over: 'user', parts: 'college' },
});
