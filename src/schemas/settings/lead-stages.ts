import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const leadStages = defineResource({
  name: 'lead-stages',
  label: 'Lead stage',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Lead stages', path: '/config/lead-stages' },
  access: { code: 'Setting_Configuration', list: 'look-up' },
  fields: {
    type: 'object',
    required: ['stage_name'],
    additionalProperties: false,
    properties: {
      stage_name: { type: 'string', title: 'Stage', minLength: 1, maxLength: 60 },
      sub_stages: {
        type: 'array',
        title: 'Sub stages',
        items: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: {
            name: { type: 'string', maxLength: 60, minLength: 1 },
            sort_order: { type: 'integer', minimum: 0, default: 0 },
            status: { type: 'integer', enum: [0, 1], default: 1 },
          },
        },
        maxItems: 100,
      },
      sub_stage_required: { type: 'boolean', title: 'Sub stage required', default: false },
      followup_required: { type: 'boolean', title: 'Follow-up required', default: false },
      is_allow_user_lock_stage: { type: 'boolean', title: 'Users can lock this stage', default: false },
      color: { type: 'string', title: 'Colour', maxLength: 7, pattern: '^#[0-9a-f]{6}$' },
      sort_order: { type: 'integer', title: 'Order', minimum: 0, maximum: 1000, default: 0 },
      is_system: { type: 'boolean', title: 'System stage' },
      status,
      outcome: { type: 'string', title: 'Outcome', enum: ['open', 'enrolled', 'lost', 'invalid'], default: 'open' },
      group: {
        type: 'array',
        title: 'Stage tags',
        items: { type: 'string', enum: ['leads', 'call', 'application'] },
        uniqueItems: true,
      },
      next_stage_ids: { type: 'array', title: 'Next stages', items: { type: 'string' }, uniqueItems: true },
      required_fields: {
        type: 'array',
        title: 'Required lead fields',
        items: { type: 'string', maxLength: 60 },
        uniqueItems: true,
        maxItems: 20,
      },
    },
  },
  readOnly: ['is_system'],
  refs: { next_stage_ids: 'lead-stages' },
  unique: ['stage_name'],
  columns: ['stage_name', 'sub_stages', 'outcome', 'followup_required', 'sub_stage_required', 'sort_order', 'status'],
  filter: ['status', 'outcome', 'followup_required'],
  sort: ['stage_name', 'sort_order', 'updated_at'],
  order: 'sort_order',
  search: ['stage_name'],
  checks: ['unique sub-stage names'],
  ui: { status: { widget: 'switch' }, color: { widget: 'color' }, required_fields: { fieldsOf: 'leads' } },
  lists: {
    lookUp: {
      wire: 'GET getLeadStages?allStages',
      pick: [
        '_id',
        'id',
        'stage_name',
        'sub_stage_required',
        'followup_required',
        'is_allow_user_lock_stage',
        'sub_stages',
        'color',
        'outcome',
        'status',
        'next_stage_ids',
        'required_fields',
      ],
      paged: false,
    },
  },
  examples: [
    { stage_name: 'Counselled', sub_stages: [{ name: 'With parents' }], followup_required: true, required_fields: ['email'] },
  ],
});

export type LeadStage = Row<typeof leadStages>;
