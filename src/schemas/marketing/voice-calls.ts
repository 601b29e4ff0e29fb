import { callStatuses } from '../kit/message-fields';
import { sendReasonNames } from '../kit/send-reasons';
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
      /** Why it is not called, or not yet. */
      reason: { type: 'string', enum: sendReasonNames },
      /** What the provider said when it refused the call. */
      error: { type: 'string', maxLength: 300 },
      zone: { type: 'string', title: 'Time zone', maxLength: 60 },
      due_at: { type: 'string', title: 'Not before', format: 'date-time' },
      called_at: { type: 'string', format: 'date-time' },
    },
  },
  refs: { campaign_id: 'voice-campaigns', lead_id: 'leads' },
  // A number from a file belongs to no lead.
  scope: { through: 'lead_id', unset: 'shown' },
  unique: [['campaign_id', 'phone']],
  personal: ['phone'],
  filter: ['campaign_id'],
  // The next to be called, among a hundred thousand; what a lead was called for, against the frequency cap.
  indexes: [
    ['campaign_id', 'status'],
    ['lead_id', 'called_at'],
  ],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type VoiceCall = Row<typeof voiceCalls>;
