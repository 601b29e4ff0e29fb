import { callOutcomes } from '../kit/asked-values';
import { outcomeLabels } from '../kit/call-outcomes';
import { supervisionLabels, supervisorActions } from '../kit/supervision';
import { defineResource, type Row } from '../kit/resource';
import { leadPhone } from '../kit/shared-fields';

export const calls = defineResource({
  name: 'calls',
  label: 'Call',
  access: { code: 'LEADS' },
  fields: {
    type: 'object',
    required: [],
    additionalProperties: false,
    properties: {
      lead_id: { type: 'string' },
      user_id: { type: 'string' },
      direction: { type: 'string', enum: ['inbound', 'outbound'] },
      phone: leadPhone,
      /** The organisation's number that the call went through. */
      virtual_number: { type: 'string', title: 'Virtual number', maxLength: 20 },
      state: { type: 'string', enum: ['queued', 'ringing', 'answered', 'on_hold', 'wrap_up', 'ended'] },
      started_at: { type: 'string', format: 'date-time' },
      duration_s: { type: 'integer', minimum: 0 },
      recording_url: { type: 'string', format: 'uri-reference' },
      note: { type: 'string', maxLength: 2000 },
      outcome: {
        type: 'string',
        enum: callOutcomes,
      },
      talk_s: { type: 'integer', minimum: 0 },
      /** The stage that the caller saved during the call or soon after it. */
      disposition: { type: 'string', title: 'Stage at call', maxLength: 130 },
      /** What was said: the comment of that stage, else the note of the call. */
      summary: { type: 'string', title: 'Summary', maxLength: 2000 },
      /** What the provider charged, in `cost_currency`: for those who see money. */
      cost: { type: 'number', title: 'Cost', minimum: 0 },
      cost_currency: { type: 'string', title: 'Currency of the cost', pattern: '^[A-Z]{3}$', maxLength: 3 },
      offered_user_ids: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      provider_call_id: { type: 'string', maxLength: 80 },
      /** Where the provider connects the lines of the call: by our name for it, and by the provider's. */
      room: { type: 'string', maxLength: 40 },
      conference_id: { type: 'string', maxLength: 80 },
      /** The provider's ids of the user's line and the other one, as far as `provider_call_id` is not it. */
      agent_line: { type: 'string', maxLength: 80 },
      other_line: { type: 'string', maxLength: 80 },
      list_key: { type: 'string', title: 'Dialer list' },
      list_lead_id: { type: 'string' },
      answered_at: { type: 'string', format: 'date-time' },
      ended_at: { type: 'string', format: 'date-time' },
      muted: { type: 'boolean' },
      supervised_by: { type: 'string', title: 'Supervisor' },
      supervision: { type: 'string', title: 'Supervised', enum: supervisorActions },
      supervising: { type: 'boolean', title: 'Supervisor on the line' },
    },
  },
  readOnly: [
    'user_id',
    'direction',
    'phone',
    'virtual_number',
    'state',
    'started_at',
    'duration_s',
    'recording_url',
    'outcome',
    'talk_s',
    'disposition',
    'summary',
    'cost',
    'cost_currency',
    'offered_user_ids',
    'provider_call_id',
    'room',
    'conference_id',
    'agent_line',
    'other_line',
    'list_key',
    'list_lead_id',
    'answered_at',
    'ended_at',
    'muted',
    'supervised_by',
    'supervision',
    'supervising',
  ],
  virtual: ['disposition', 'summary'],
  refs: {
    lead_id: 'leads',
    user_id: 'users',
    offered_user_ids: 'users',
    list_key: 'dialer-lists',
    list_lead_id: 'dialer-list-leads',
    supervised_by: 'users',
  },
  scope: { through: 'lead_id', unset: 'user_id' },
  // whichever of the lead's numbers was called
  leadData: {
    same: {
      phone: ['phone', 'alternate_phone', 'whatsapp_number'],
      disposition: ['last_callaction_btn_message'],
      summary: ['last_callaction_message'],
    },
  },
  columns: [
    'started_at',
    'direction',
    'user_id',
    'phone',
    'virtual_number',
    'outcome',
    'talk_s',
    'disposition',
    'summary',
    'cost',
  ],
  filter: ['lead_id', 'user_id', 'direction', 'outcome', 'started_at', 'phone', 'virtual_number'],
  sort: ['started_at'],
  order: '-started_at',
  capped: true,
  written: { text: 'note', at: ['ended_at', 'started_at'] },
  files: ['recording_url'],
  unique: ['provider_call_id'],
  personal: ['phone'],
  ui: { outcome: { labels: outcomeLabels }, supervision: { labels: supervisionLabels } },
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type Call = Row<typeof calls>;
