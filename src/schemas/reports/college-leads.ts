import { defineReport } from '../kit/report';

export const collegeLeads = defineReport({
  name: 'college-leads',
  title: '{entity}wise Lead Report',
  about: 'Leads, applications and enrolments of each {entity}',
  path: '/clg-wise-report',
  order: 22,
  group: 'Leads',
  access: { code: 'Collegewise_Lead_Report' },
  range: 'this_month',
  rows: [
    { id: 'any_college', label: '{entity}, then course', levels: ['any_college', 'course'] },
    { id: 'college', label: 'First choice', levels: ['college', 'course'] },
  ],
  tabs: [
    {
      id: 'results',
      label: 'Results',
      columns: [
        { measure: 'L1' },
        { measure: 'L2' },
        { measure: 'L8' },
        { measure: 'L9' },
        { measure: 'P1' },
        { measure: 'P2' },
        { measure: 'P3' },
        { measure: 'P4' },
        { measure: 'P5' },
        { measure: 'R1' },
      ],
    },
    { id: 'stages', label: 'Stages', columns: [{ measure: 'L1' }, { measure: 'S2', by: 'stage' }] },
  ],
  filters: ['source', 'state', 'course', 'college', 'owner', 'owner_team'],
  chart: { title: 'New leads', measure: 'L1', over: 'any_college' },
  note: 'A lead with two {entity} counts in both rows, and once in the total.',
});
