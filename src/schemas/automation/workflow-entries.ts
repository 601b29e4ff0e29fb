import { defineResource, type Row } from '../kit/resource';

/** A lead on its way through a workflow; the server writes it. */
export const workflowEntries = defineResource({
  name: 'workflow-entries',
  label: 'Workflow entry',
  plural: 'Workflow entries',
  access: { rule: 'nobody', list: { code: 'Automtion_Workflow', level: 1 }, read: { code: 'Automtion_Workflow', level: 1 } },
  fields: {
    type: 'object',
    required: ['workflow_id', 'lead_id'],
    additionalProperties: false,
    properties: {
      workflow_id: { type: 'string', title: 'Workflow' },
      lead_id: { type: 'string', title: 'Lead' },
      rule_id: { type: 'string', maxLength: 26 },
      state: { type: 'string', enum: ['active', 'completed', 'stopped', 'failed'], default: 'active' },
      step: { type: 'string', maxLength: 40 },
      message: { type: 'string', maxLength: 500 },
      no_messages: { type: 'boolean', title: 'No messages to the lead' },
      finished_at: { type: 'string', format: 'date-time' },
    },
  },
  readOnly: ['workflow_id', 'lead_id', 'rule_id', 'state', 'step', 'message', 'no_messages', 'finished_at'],
  refs: { workflow_id: 'workflows', lead_id: 'leads' },
  scope: { through: 'lead_id' },
  columns: ['created_at', 'workflow_id', 'lead_id', 'state', 'step'],
  filter: ['workflow_id', 'lead_id', 'state'],
  sort: ['created_at'],
  order: '-created_at',
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type WorkflowEntry = Row<typeof workflowEntries>;
