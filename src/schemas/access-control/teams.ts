import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const teams = defineResource({
  name: 'teams',
  label: 'Team',
  menu: { group: 'Setting', entry: 'Teams', order: 61, path: '/teams' },
  access: { code: 'TEAMS', staff: true, list: 'look-up', menu: { code: 'USERS' } },
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      manager_id: { type: 'string', title: 'Manager' },
      member_ids: { type: 'array', title: 'Members', items: { type: 'string' }, uniqueItems: true },
      parent_team_id: { type: 'string', title: 'Part of' },
      college_ids: { type: 'array', title: 'Colleges', items: { type: 'integer' }, uniqueItems: true },
      status,
    },
  },
  refs: { manager_id: 'users', member_ids: 'users', parent_team_id: 'teams', college_ids: 'colleges' },
  reach: ['manager_id', 'member_ids', 'parent_team_id'],
  virtual: ['member_ids'],
  unique: ['name'],
  columns: ['name', 'manager_id', 'parent_team_id', 'status'],
  filter: ['manager_id', 'parent_team_id', 'status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name'],
  ui: { status: { widget: 'switch' } },
  examples: [{ name: 'Pune counsellors' }],
});

export type Team = Row<typeof teams>;
