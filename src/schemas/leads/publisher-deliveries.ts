import { deliveryStates, disputeStates } from '../kit/deliveries';
import { defineResource, type Row } from '../kit/resource';

/** What a publisher sent and what we answered: one row for each request with its API key. It is shown as `publisher-leads`. */
export const publisherDeliveries = defineResource({
  name: 'publisher-deliveries',
  label: 'Publisher delivery',
  plural: 'Publisher deliveries',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['publisher_id', 'state'],
    additionalProperties: false,
    properties: {
      publisher_id: { type: 'string', title: 'Publisher' },
      lead_id: { type: 'string', title: 'Lead' },
      state: { type: 'string', enum: deliveryStates },
      reason: { type: 'string', maxLength: 500 },
      sent_name: { type: 'string', title: 'Sent name', maxLength: 120 },
      sent_phone: { type: 'string', title: 'Sent phone', maxLength: 20 },
      sent_email: { type: 'string', title: 'Sent email', maxLength: 254 },
      delivered_at: { type: 'string', title: 'Delivered', format: 'date-time' },
      dispute_state: { type: 'string', title: 'Dispute', enum: disputeStates },
      dispute_text: { type: 'string', title: 'Dispute text', maxLength: 1000 },
      dispute_proof: { type: 'string', title: 'Proof', format: 'uri-reference' },
      disputed_at: { type: 'string', title: 'Disputed', format: 'date-time' },
      dispute_answer: { type: 'string', title: 'Our answer', maxLength: 1000 },
    },
  },
  refs: { publisher_id: 'publishers', lead_id: 'leads' },
  scope: { through: 'lead_id', unset: 'shown' },
  leadData: {
    same: { sent_name: ['name'], sent_phone: ['phone'], sent_email: ['email'] },
  },
  personal: ['sent_phone', 'sent_email'],
  files: ['dispute_proof'],
  indexes: [['publisher_id', 'delivered_at'], ['lead_id']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type PublisherDelivery = Row<typeof publisherDeliveries>;
