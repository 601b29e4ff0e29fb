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
      state: { type: 'string', enum: ['queued', 'ringing', 'answered', 'on_hold', 'wrap_up', 'ended'] },
      started_at: { type: 'string', format: 'date-time' },
      duration_s: { type: 'integer', minimum: 0 },
      recording_url: { type: 'string', format: 'uri-reference' },
      note: { type: 'string', maxLength: 2000 },
      outcome: {
        type: 'string',
        enum: ['answered', 'no_answer', 'busy', 'unreachable', 'invalid', 'failed', 'missed', 'rejected', 'voicemail'],
      },
      talk_s: { type: 'integer', minimum: 0 },
      offered_user_ids: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      provider_call_id: { type: 'string', maxLength: 80 },
    },
  },
  readOnly: [
    'user_id',
    'direction',
    'phone',
    'state',
    'started_at',
    'duration_s',
    'recording_url',
    'outcome',
    'talk_s',
    'offered_user_ids',
    'provider_call_id',
  ],
  refs: { lead_id: 'leads', user_id: 'users', offered_user_ids: 'users' },
  scope: { through: 'lead_id' },
  columns: ['started_at', 'direction', 'user_id', 'phone', 'outcome', 'talk_s'],
  filter: ['lead_id', 'user_id', 'direction', 'outcome', 'started_at', 'phone'],
  sort: ['started_at'],
  order: '-started_at',
  capped: true,
  files: ['recording_url'],
  unique: ['provider_call_id'],
  personal: ['phone'],
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type Call = Row<typeof calls>;
