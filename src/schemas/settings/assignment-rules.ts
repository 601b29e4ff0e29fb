import { conditionBlocks, exampleBlocks, globleCondtion } from '../kit/condition-blocks';
import { defineResource, type Row } from '../kit/resource';
import { allocationMethods, percentages } from '../kit/rule-family';
import { status } from '../kit/shared-fields';

export const assignmentRules = defineResource({
  name: 'assignment-rules',
  label: 'Assignment rule',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Assignment rules', path: '/config/assignment-rules' },
  access: { code: 'Setting_Configuration' },
  fields: {
    type: 'object',
    required: ['name', 'rule', 'method'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      priority: { type: 'integer', minimum: 0, maximum: 1000, default: 0 },
      rule: conditionBlocks,
      globleCondtion,
      method: { type: 'string', enum: ['round_robin', 'least_loaded', 'fixed', 'percentage'], default: 'round_robin' },
      user_ids: { type: 'array', title: 'Users', items: { type: 'string' }, uniqueItems: true, maxItems: 500 },
      team_id: { type: 'string', title: 'Team' },
      percentages,
      daily_cap: { type: 'integer', title: 'Daily limit per user', minimum: 0, maximum: 10000 },
      only_online: { type: 'boolean', title: 'Only users online', default: false },
      status,
    },
  },
  refs: { user_ids: 'users', team_id: 'teams', 'percentages.*.user_id': 'users' },
  reach: 'every lead',
  unique: ['name'],
  columns: ['name', 'priority', 'method', 'team_id', 'daily_cap', 'only_online', 'status'],
  filter: ['method', 'team_id', 'status'],
  sort: ['priority', 'name', 'updated_at'],
  order: '-priority',
  search: ['name'],
  checks: ['known conditions', 'percentages make 100', 'one user when fixed', 'users or team'],
  when: [
    { if: { field: 'method', is: 'percentage' }, require: ['percentages'] },
    { if: { field: 'method', is: 'percentage' }, show: ['percentages'] },
  ],
  ui: {
    status: { widget: 'switch' },
    only_online: { widget: 'switch', help: 'Users on a break are skipped.' },
    daily_cap: { help: 'Leave empty or enter 0 for no limit.' },
    priority: { help: 'Rules with a higher number run first.' },
    method: { labels: allocationMethods },
    user_ids: { help: 'Choose either users or a team' },
  },
  groups: [
    { title: 'Rule', fields: ['name', 'priority', 'status'] },
    { title: 'Which leads', fields: ['rule', 'globleCondtion'] },
    { title: 'Who receives them', fields: ['method', 'user_ids', 'team_id', 'percentages', 'daily_cap', 'only_online'] },
  ],
  wire: {
    list: 'GET get/all/rules',
    read: 'GET get/rule/{id}',
    create: 'POST add/assignment/rule',
    update: 'POST update/assignment/rule/{id}',
    delete: 'DELETE delete/rule/{id}',
  },
  examples: [{ name: 'Unverified leads round robin', rule: exampleBlocks, method: 'round_robin', user_ids: ['$users'] }],
});

export type AssignmentRule = Row<typeof assignmentRules>;
