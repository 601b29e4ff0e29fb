import { callStatuses } from '../kit/message-fields';
import { defineResource, type Row } from '../kit/resource';

/** One call of a voice campaign; the report, the chart and the distinct responses are read from here. */
export const voiceCalls = defineResource({
  name: 'voice-calls',
  label: 'Call of a voice campaign',
  plural: 'Calls of voice campaigns',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['campaign_id', 'phone', 'status'],
    additionalProperties: false,
    properties: {
      campaign_id: { type: 'string', title: 'Campaign' },
      phone: { type: 'string', maxLength: 20 },
      lead_id: { type: 'string', title: 'Lead' },
      status: {
        type: 'string',
        enum: callStatuses,
        default: 'pending',
      },
      response: { type: 'string', maxLength: 60 },
      duration: { type: 'integer', title: 'Seconds', minimum: 0 },
      attempts: { type: 'integer', minimum: 0, default: 0 },
      called_at: { type: 'string', format: 'date-time' },
    },
  },
  refs: { campaign_id: 'voice-campaigns', lead_id: 'leads' },
  // A number from a file belongs to no lead.
  scope: { through: 'lead_id', unset: 'shown' },
  unique: [['campaign_id', 'phone']],
  personal: ['phone'],
  filter: ['campaign_id'],
  indexes: [['campaign_id', 'status']], // the next to be called, among a hundred thousand
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type VoiceCall = Row<typeof voiceCalls>;
