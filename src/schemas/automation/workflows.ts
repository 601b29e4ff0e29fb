import { conditionBlocks } from '../kit/condition-blocks';
import { defineResource, type Row } from '../kit/resource';

const time = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' } as const;

export const workflows = defineResource({
  name: 'workflows',
  label: 'Workflow',
  menu: { group: 'Automation', entry: 'Workflow', order: 28, path: '/automation' },
  access: { code: 'Automtion_Workflow', route: 'signed-in', feature: 'workflow' },
  fields: {
    type: 'object',
    required: ['name', 'entry_trigger', 'steps'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      description: { type: 'string', maxLength: 500 },
      entry_trigger: {
        type: 'string',
        title: 'Trigger',
        enum: ['lead_created', 'lead_updated', 'stage_changed', 'form_submitted', 'manual'],
      },
      entry_rule: { ...conditionBlocks, title: 'Which leads enter' },
      steps: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        items: {
          type: 'object',
          required: ['id', 'type'],
          additionalProperties: false,
          properties: {
            id: { type: 'string', minLength: 1, maxLength: 40 },
            type: {
              type: 'string',
              enum: [
                'wait',
                'if',
                'send_sms',
                'send_email',
                'send_whatsapp',
                'send_voice',
                'change_stage',
                'assign',
                'create_followup',
                'webhook',
                'end',
              ],
            },
            params: { type: 'object' },
            next: { type: 'string', maxLength: 40 },
          },
        },
      },
      exit_rule: { ...conditionBlocks, title: 'Which leads leave early' },
      re_entry: { type: 'boolean', title: 'Allow re-entry', default: false },
      quiet_hours: {
        type: 'object',
        title: 'Quiet hours',
        required: ['from', 'to'],
        additionalProperties: false,
        properties: { from: time, to: time },
      },
      status: { type: 'integer', title: 'Active', enum: [0, 1], default: 0 },
      stats: {
        type: 'object',
        title: 'Leads',
        properties: { entered: { type: 'number' }, active: { type: 'number' }, completed: { type: 'number' } },
      },
    },
  },
  readOnly: ['stats'],
  virtual: ['stats'],
  reach: { actions: 'steps' },
  unique: ['name'],
  messages: { entry_rule: { required: 'Add at least one condition' }, exit_rule: { required: 'Add at least one condition' } },
  columns: ['name', 'entry_trigger', 'stats', 're_entry', 'updated_at', 'status'],
  filter: ['entry_trigger', 'status', 'created_by'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'description'],
  related: [
    { title: 'My automations', path: '/automation/my-automations' },
    { title: 'Message templates', path: '/automation/templates' },
  ],
  checks: ['known conditions', 'steps lead somewhere'],
  ui: {
    description: { widget: 'textarea' },
    status: { widget: 'switch' },
    re_entry: { widget: 'switch' },
    quiet_hours: { help: 'No messages are sent during these hours. They wait until quiet hours end.' },
    entry_trigger: {
      labels: {
        lead_created: 'A lead is created',
        lead_updated: 'A lead is updated',
        stage_changed: 'A stage is set',
        form_submitted: 'A form is submitted',
        manual: 'Someone adds the lead',
      },
    },
  },
  groups: [
    { title: 'Workflow', fields: ['name', 'description', 'entry_trigger', 'status'] },
    { title: 'Leads', fields: ['entry_rule', 'exit_rule', 're_entry'] },
    { title: 'Steps', fields: ['steps', 'quiet_hours'] },
  ],
  examples: [
    {
      name: 'Welcome',
      entry_trigger: 'manual',
      steps: [
        { id: 'hello', type: 'send_sms', params: { body: 'Thank you for your enquiry.' }, next: 'end' },
        { id: 'end', type: 'end' },
      ],
    },
  ],
});

export type Workflow = Row<typeof workflows>;
