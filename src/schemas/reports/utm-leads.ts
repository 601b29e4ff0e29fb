import { defineReport } from '../kit/report';

export const utmLeads = defineReport({
  name: 'utm-leads',
  title: 'User UTM Wise',
  about: 'What each campaign brings, down to its content and term',
  path: '/utm-wise-report',
  order: 21,
  group: 'Leads',
  access: { code: 'Counsellor_UTM_Wise' },
  range: 'this_month',
  rows: [
    { id: 'utm', label: 'Source, medium, campaign', levels: ['utm_source', 'utm_medium', 'utm_campaign'] },
    { id: 'campaign', label: 'Campaign, content, term', levels: ['utm_campaign', 'utm_content', 'utm_term'] },
    { id: 'user', label: 'User, then UTM source', levels: ['user', 'utm_source', 'utm_campaign'] },
  ],
  tabs: [
    {
      id: 'results',
      label: 'Results',
      columns: [
        { measure: 'L1', toOwner: true },
        { measure: 'L2', toOwner: true },
        { measure: 'L8', toOwner: true },
        { measure: 'L3' },
        { measure: 'L5' },
        { measure: 'C8' },
        { measure: 'P1' },
        { measure: 'P2' },
        { measure: 'P3' },
        { measure: 'P4' },
        { measure: 'P5' },
        { measure: 'R1' },
      ],
    },
    {
      id: 'stages',
      label: 'Stages',
      columns: [
        { measure: 'L1', toOwner: true },
        { measure: 'S2', by: 'stage' },
      ],
    },
  ],
  filters: ['user', 'team', 'source', 'college', 'course', 'state'],
  chart: { title: 'New leads by UTM source', measure: 'L1', over: 'utm_source' },
});
