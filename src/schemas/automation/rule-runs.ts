import { defineResource, type Row } from '../kit/resource';

/** What a rule did with a lead, written by the server. The history and figures of all rule families come from here. */
export const ruleRuns = defineResource({
  name: 'rule-runs',
  label: 'Rule run',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['rule_id', 'lead_id'],
    additionalProperties: false,
    properties: {
      family: { type: 'string', enum: ['rules', 'counsellor-rules', 'workflow-rules', 'assignment-rules'] },
      rule_id: { type: 'string', maxLength: 26 },
      lead_id: { type: 'string', title: 'Lead' },
      trigger: { type: 'string', maxLength: 30 },
      actions: {
        type: 'array',
        items: {
          type: 'object',
          properties: { type: { type: 'string' }, result: { type: 'string' }, message: { type: 'string' } },
        },
      },
      result: { type: 'string', enum: ['executed', 'failed', 'skipped'] },
    },
  },
  audited: false,
  readOnly: ['family', 'rule_id', 'lead_id', 'trigger', 'actions', 'result'],
  refs: { lead_id: 'leads' },
  scope: { through: 'lead_id' },
  filter: ['rule_id', 'lead_id'],
  sort: ['created_at'],
  order: '-created_at',
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type RuleRun = Row<typeof ruleRuns>;
