import { measureOf } from '../kit/measures';
import { defineResource, type Row } from '../kit/resource';
import { month } from '../kit/shared-fields';
import { targetMeasures } from '../kit/targets';

const setting = { code: 'TEAMS', level: 3 } as const;

/** What a user or a team is to reach in a month. The number that stands against it is counted, never stored. */
export const targets = defineResource({
  name: 'targets',
  label: 'Target',
  menu: { group: 'Setting', under: 'Teams', tab: 'Targets', path: '/teams/targets' },
  access: { rule: 'org', create: setting, update: setting, delete: setting, export: setting },
  fields: {
    type: 'object',
    required: ['month', 'measure', 'value'],
    additionalProperties: false,
    properties: {
      month,
      user_id: { type: 'string', title: 'User' },
      team_id: { type: 'string', title: 'Team' },
      measure: { type: 'string', enum: targetMeasures },
      value: { type: 'number', title: 'Target', minimum: 0, maximum: 1_000_000_000 },
      /** Of the team: who sees this person's records sees the target. */
      manager_id: { type: 'string', title: "Team's manager" },
    },
  },
  readOnly: ['manager_id'],
  refs: { user_id: 'users', team_id: 'teams', manager_id: { to: 'users', evenInactive: true } },
  scope: { owner: 'user_id', also: ['manager_id'], beyond: 'own and role scope' },
  unique: [
    ['month', 'measure', 'user_id'],
    ['month', 'measure', 'team_id'],
  ],
  columns: ['month', 'measure', 'value', 'user_id', 'team_id', 'created_by', 'updated_at'],
  filter: ['month', 'user_id', 'team_id', 'measure'],
  sort: ['month', 'value', 'updated_at'],
  order: '-month',
  messages: {
    month: { pattern: 'Enter the month as 2026-04', required: 'Enter the month as 2026-04' },
    measure: { enum: 'This measure has no number of a user or team. Choose one from the list.' },
  },
  ui: {
    measure: { labels: Object.fromEntries(targetMeasures.map((id) => [id, measureOf(id).label])) },
    value: { help: 'For times such as talk time: hours. For percentages: percent.' },
    user_id: { help: 'Choose a user or a team.' },
  },
  checks: ['a user or a team'],
  examples: [{ month: '2026-04', measure: 'P4', value: 12, user_id: '$users' }],
});

export type Target = Row<typeof targets>;
