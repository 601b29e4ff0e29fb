import { conditionBlocks, exampleBlocks, globleCondtion } from '../kit/condition-blocks';
import { defineResource, type Row } from '../kit/resource';
import { ruleActions, ruleWires, runCountNames, runCounts } from '../kit/rule-family';

export const workflowRules = defineResource({
  name: 'workflow-rules',
  label: 'Workflow allocation rule',
  key: { name: '_id', type: 'string' },
  menu: { group: 'Automation', entry: 'Workflow Allocation Logic', order: 32, path: '/workflow-allocation-logic' },
  access: { code: 'WorkfLow_Allocation_Logic' },
  fields: {
    type: 'object',
    required: ['name', 'rule', 'workflow_ids'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      rule: conditionBlocks,
      globleCondtion,
      workflow_ids: {
        type: 'array',
        title: 'Workflows',
        items: { type: 'string' },
        uniqueItems: true,
        minItems: 1,
        maxItems: 50,
      },
      on_exit: { type: 'string', title: 'When a lead no longer matches', enum: ['keep', 'stop'], default: 'keep' },
      priority: { type: 'integer', minimum: 0, maximum: 1000, default: 0 },
      status: { type: 'integer', title: 'Active', enum: [0, 1], default: 0 },
      ...runCounts,
    },
  },
  readOnly: runCountNames,
  virtual: runCountNames,
  refs: { workflow_ids: 'workflows' },
  reach: { through: 'workflow_ids' },
  unique: ['name'],
  columns: ['name', 'priority', 'on_exit', 'runs_today', 'runs_30_days', 'last_run_at', 'status'],
  filter: ['on_exit', 'status'],
  sort: ['priority', 'name', 'updated_at'],
  order: '-priority',
  search: ['name'],
  checks: ['known conditions'],
  ui: {
    status: { widget: 'switch' },
    on_exit: { labels: { keep: 'Stay in the workflow', stop: 'Leave the workflow' } },
    priority: { help: 'Rules with a higher number run first.' },
  },
  groups: [
    { title: 'Rule', fields: ['name', 'priority', 'status'] },
    { title: 'Which leads', fields: ['rule', 'globleCondtion'] },
    { title: 'Which workflows', fields: ['workflow_ids', 'on_exit'] },
  ],
  wire: ruleWires('workflow/'),
  actions: ruleActions('workflow/'),
  reply: { create: ['_id'] },
  examples: [{ name: 'Welcome new enquiries', rule: exampleBlocks, workflow_ids: ['$workflows'] }],
});

export type WorkflowRule = Row<typeof workflowRules>;
