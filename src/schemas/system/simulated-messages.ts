import { defineResource, type Row } from '../kit/resource';

/** What the simulator was handed: its own record, as a provider's would be, by the key that came with each request. */
export const simulatedMessages = defineResource({
  name: 'simulated-messages',
  label: 'Simulated message',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['channel', 'to'],
    additionalProperties: false,
    properties: {
      channel: { type: 'string', enum: ['email', 'sms', 'whatsapp', 'push'] },
      to: { type: 'string', maxLength: 254 },
      times: { type: 'integer', title: 'How often it was handed over', minimum: 1, default: 1 },
      report_at: { type: 'string', title: 'Next report', format: 'date-time' },
      next: {
        type: 'string',
        title: 'What it will report',
        enum: ['delivered', 'failed', 'read', 'clicked', 'replied', 'opted_out'],
      },
    },
  },
  leadData: { apart: 'only the administrator opens the simulated phones and mailboxes' },
  audited: false,
  personal: ['to'],
  indexes: [['report_at']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type SimulatedMessage = Row<typeof simulatedMessages>;
