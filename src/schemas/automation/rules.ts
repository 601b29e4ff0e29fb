import { conditionBlocks, exampleBlocks, globleCondtion } from '../kit/condition-blocks';
import { defineResource, type Row } from '../kit/resource';
import { ruleActions, ruleWires, runCountNames, runCounts } from '../kit/rule-family';

export const ruleTriggers = [
  'lead_created',
  'lead_updated',
  'stage_changed',
  'followup_due',
  'no_activity',
  'form_submitted',
  'payment_received',
  'time',
] as const;

export const rules = defineResource({
  name: 'rules',
  label: 'Rule',
  key: { name: '_id', type: 'string' },
  menu: { group: 'Automation', entry: 'Rule Engine', order: 30, path: '/rule-engine' },
  access: { code: 'Rule_Engine', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['name', 'trigger', 'rule', 'actions'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      trigger: { type: 'string', title: 'Trigger', enum: ruleTriggers },
      rule: conditionBlocks,
      globleCondtion,
      actions: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          required: ['type'],
          additionalProperties: false,
          properties: {
            type: {
              type: 'string',
              enum: [
                'assign',
                'change_stage',
                'add_tag',
                'send_sms',
                'send_email',
                'send_whatsapp',
                'send_voice',
                'push_zoho',
                'create_followup',
                'notify_user',
                'webhook',
              ],
            },
            params: { type: 'object' },
          },
        },
      },
      delay_min: { type: 'integer', title: 'Wait (minutes)', minimum: 0, maximum: 43200, default: 0 },
      schedule: { type: 'string', maxLength: 60 },
      priority: { type: 'integer', minimum: 0, maximum: 1000, default: 0 },
      run_once_per_lead: { type: 'boolean', title: 'Once per lead', default: true },
      status: { type: 'integer', title: 'Active', enum: [0, 1], default: 0 },
      ...runCounts,
    },
  },
  readOnly: runCountNames,
  virtual: runCountNames,
  reach: { actions: 'actions' },
  unique: ['name'],
  columns: ['name', 'trigger', 'priority', 'runs_today', 'runs_30_days', 'last_run_at', 'status'],
  filter: ['trigger', 'status'],
  sort: ['priority', 'name', 'updated_at'],
  order: '-priority',
  search: ['name'],
  checks: ['known conditions', 'known rule actions', 'cron text'],
  when: [
    { if: { field: 'trigger', is: 'time' }, require: ['schedule'] },
    { if: { field: 'trigger', is: 'time' }, show: ['schedule'] },
  ],
  ui: {
    status: { widget: 'switch' },
    run_once_per_lead: { widget: 'switch' },
    priority: { help: 'Rules with a higher number run first.' },
    schedule: { placeholder: '0 9 * * 1-6', help: "Minute, hour, day, month and weekday, in your organisation's time zone." },
    delay_min: { help: 'How long to wait. Default: 1 day.' },
    trigger: {
      labels: {
        lead_created: 'A lead is created',
        lead_updated: 'A lead is updated',
        stage_changed: 'A stage is set',
        followup_due: 'A follow-up is due',
        no_activity: 'No activity for a while',
        form_submitted: 'A form is submitted',
        payment_received: 'A payment is received',
        time: 'At set times',
      },
    },
  },
  groups: [
    { title: 'Rule', fields: ['name', 'trigger', 'schedule', 'priority', 'status'] },
    {
      title: 'Which leads',
      fields: ['rule', 'globleCondtion'],
      help: 'A lead must meet these conditions when the event happens.',
    },
    { title: 'What happens', fields: ['actions', 'delay_min', 'run_once_per_lead'] },
  ],
  wire: ruleWires(''),
  actions: ruleActions(''),
  reply: { create: ['_id'] },
  examples: [
    {
      name: 'Tag unverified leads',
      trigger: 'lead_created',
      rule: exampleBlocks,
      actions: [{ type: 'add_tag', params: { tag: 'verify' } }],
    },
  ],
});

export type EngineRule = Row<typeof rules>;
