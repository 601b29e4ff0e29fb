import { conditionBlocks, exampleBlocks, globleCondtion } from '../kit/condition-blocks';
import { defineResource, type Row } from '../kit/resource';
import { allocationMethods, percentages, ruleActions, ruleWires, runCountNames, runCounts } from '../kit/rule-family';

export const counsellorRules = defineResource({
  name: 'counsellor-rules',
  label: 'User allocation rule',
  key: { name: '_id', type: 'string' },
  menu: { group: 'Automation', entry: 'User Allocation Logic', order: 31, path: '/counsellor-allocation-logic' },
  access: { code: 'Counselor_Allocation_Logic', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['name', 'rule', 'method', 'user_ids'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      rule: conditionBlocks,
      globleCondtion,
      method: { type: 'string', enum: ['round_robin', 'least_loaded', 'percentage', 'fixed'], default: 'round_robin' },
      user_ids: { type: 'array', title: 'Users', items: { type: 'string' }, uniqueItems: true, minItems: 1, maxItems: 500 },
      percentages,
      daily_cap: { type: 'integer', title: 'Daily limit per user', minimum: 0, maximum: 10000 },
      only_online: { type: 'boolean', title: 'Only users online', default: false },
      working_hours_only: { type: 'boolean', title: 'Only during working hours', default: false },
      priority: { type: 'integer', minimum: 0, maximum: 1000, default: 0 },
      status: { type: 'integer', title: 'Active', enum: [0, 1], default: 0 },
      ...runCounts,
    },
  },
  readOnly: runCountNames,
  virtual: runCountNames,
  refs: { user_ids: 'users', 'percentages.*.user_id': 'users' },
  reach: 'every lead',
  unique: ['name'],
  columns: ['name', 'method', 'priority', 'daily_cap', 'runs_today', 'runs_30_days', 'last_run_at', 'status'],
  filter: ['method', 'status'],
  sort: ['priority', 'name', 'updated_at'],
  order: '-priority',
  search: ['name'],
  checks: ['known conditions', 'percentages make 100', 'one user when fixed'],
  when: [
    { if: { field: 'method', is: 'percentage' }, require: ['percentages'] },
    { if: { field: 'method', is: 'percentage' }, show: ['percentages'] },
  ],
  ui: {
    status: { widget: 'switch' },
    only_online: { widget: 'switch', help: 'Users on a break are skipped.' },
    working_hours_only: { widget: 'switch' },
    method: { labels: allocationMethods },
    daily_cap: { help: 'Leave empty or enter 0 for no limit.' },
    priority: { help: 'Rules with a higher number run first.' },
  },
  groups: [
    { title: 'Rule', fields: ['name', 'priority', 'status'] },
    { title: 'Which leads', fields: ['rule', 'globleCondtion'] },
    { title: 'Who receives them', fields: ['user_ids', 'method', 'percentages'] },
    { title: 'Limits', fields: ['daily_cap', 'only_online', 'working_hours_only'] },
  ],
  wire: ruleWires('counsellor/'),
  actions: ruleActions('counsellor/'),
  reply: { create: ['_id'] },
  examples: [{ name: 'New enquiries round robin', rule: exampleBlocks, method: 'round_robin', user_ids: ['$users'] }],
});

export type CounsellorRule = Row<typeof counsellorRules>;
