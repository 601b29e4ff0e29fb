import type { DimensionId } from '../kit/dimensions';
import { defineReport } from '../kit/report';

const now: readonly DimensionId[] = ['stage', 'stage_sub', 'stage_tag'];
const recorded: readonly DimensionId[] = ['recorded_stage', 'recorded_sub', 'recorded_tag'];
const moves = [{ measure: 'S6' }, { measure: 'S7' }, { measure: 'S8' }] as const;
const people = ['user', 'team'] as const;

export const leadStagesReport = defineReport({
  name: 'lead-stages',
  title: 'User Lead Stage Report',
  about: 'Where the leads of each user are, and how they move',
  path: '/lead-report-by-call-action',
  order: 26,
  group: 'Leads',
  access: 'role 1',
  range: 'this_month',
  rows: [
    { id: 'user', label: 'User', levels: ['user'] },
    { id: 'team', label: 'Team and user', levels: ['team', 'user'] },
    { id: 'from', label: 'Earlier stage', levels: ['from_stage'] },
  ],
  tabs: [
    {
      id: 'now',
      label: 'Now',
      days: 'now',
      rows: people,
      columns: [{ measure: 'L4' }, { measure: 'S4' }, { measure: 'S2o', title: 'In stage', by: now, every: true }],
      chart: { kind: ['bars', 'funnel'], title: 'Owned leads by stage', measure: 'S2o', over: 'user', parts: 'stage' },
    },
    {
      id: 'recorded',
      label: 'Recorded: leads',
      rows: people,
      columns: [{ measure: 'S3', title: 'Leads recorded' }, ...moves, { measure: 'S3', by: recorded, every: true }],
      chart: { kind: ['bars', 'funnel'], title: 'Leads by recorded stage', measure: 'S3', over: 'user', parts: 'recorded_stage' },
    },
    {
      id: 'records',
      label: 'Recorded: records',
      rows: people,
      columns: [{ measure: 'S5' }, ...moves, { measure: 'S5', by: recorded, every: true }],
      chart: { kind: ['bars', 'funnel'], title: 'Records by stage', measure: 'S5', over: 'user', parts: 'recorded_stage' },
    },
    {
      id: 'path',
      label: 'Path',
      rows: ['from'],
      columns: [
        { measure: 'S5', title: 'Records', by: 'recorded_stage', every: true },
        { measure: 'S9', by: 'recorded_stage', every: true },
        { measure: 'S5' },
      ],
      stacked: true,
      note: 'Each cell: how often leads moved from the stage of the row to that of the column, and below after how many days (median).',
      chart: { title: 'Records by earlier stage', measure: 'S5', over: 'from_stage', parts: 'recorded_stage' },
    },
  ],
  filters: ['user', 'team', 'college', 'source', 'course', 'stage_tag', 'locked'],
});
