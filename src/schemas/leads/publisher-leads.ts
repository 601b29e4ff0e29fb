import { bucketLabels, deliveryLabels, deliveryStates, disputeLabels, disputeStates, stageBuckets } from '../kit/deliveries';
import { defineResource, type Row } from '../kit/resource';
import { leadPhone } from '../kit/shared-fields';

/**
 * The leads of publishers and what became of each: deliveries with an API key, and leads that were imported or added with a
 * publisher. Every figure of a publisher counts these rows.
 */
export const publisherLeads = defineResource({
  name: 'publisher-leads',
  label: 'Delivered lead',
  menu: { under: 'Publisher', tab: 'Delivered leads', path: '/publishers/deliveries' },
  access: { code: 'Publisher' },
  store: 'view',
  shows: ['publisher-deliveries', 'leads'],
  keysOf: 'publisher-deliveries',
  fields: {
    type: 'object',
    required: ['delivered_at'],
    additionalProperties: false,
    properties: {
      delivered_at: { type: 'string', title: 'Delivered', format: 'date-time' },
      publisher_id: { type: 'string', title: 'Publisher' },
      lead_id: { type: 'string', title: 'Lead' },
      state: { type: 'string', title: 'Result', enum: deliveryStates },
      reason: { type: 'string', maxLength: 500 },
      sent_name: { type: 'string', title: 'Sent name', maxLength: 120 },
      sent_phone: { ...leadPhone, title: 'Sent phone' },
      sent_email: { type: 'string', title: 'Sent email', maxLength: 254 },
      bucket: { type: 'string', title: 'Stage', enum: stageBuckets },
      is_verified: { type: 'boolean', title: 'Verified' },
      is_connected: { type: 'boolean', title: 'Connected' },
      has_applied: { type: 'boolean', title: 'Applied' },
      is_enrolled: { type: 'boolean', title: 'Enrolled' },
      clg_id: { type: 'integer', title: 'College' },
      source: { type: 'string', title: 'Source' },
      dispute_state: { type: 'string', title: 'Dispute', enum: disputeStates },
      dispute_text: { type: 'string', title: 'Dispute text', maxLength: 1000 },
      dispute_proof: { type: 'string', title: 'Proof', format: 'uri-reference' },
      disputed_at: { type: 'string', title: 'Disputed', format: 'date-time' },
      dispute_answer: { type: 'string', title: 'Our answer', maxLength: 1000 },
    },
  },
  leadData: {
    same: {
      sent_name: ['name'],
      sent_phone: ['phone'],
      sent_email: ['email'],
      bucket: ['stage_id'],
      is_enrolled: ['stage_id'],
      is_verified: ['is_verified'],
      clg_id: ['clg_id'],
      source: ['source'],
    },
  },
  readOnly: ['state', 'is_verified', 'is_connected', 'has_applied', 'is_enrolled', 'dispute_state', 'disputed_at'],
  refs: { publisher_id: 'publishers', lead_id: 'leads', clg_id: 'colleges', source: 'lead-sources' },
  scope: { through: 'lead_id', unset: 'shown' },
  personal: ['sent_phone', 'sent_email'],
  files: ['dispute_proof'],
  columns: ['delivered_at', 'lead_id', 'publisher_id', 'state', 'reason', 'bucket', 'clg_id', 'source', 'dispute_state'],
  filter: [
    'delivered_at',
    'publisher_id',
    'state',
    'bucket',
    'is_verified',
    'is_connected',
    'has_applied',
    'is_enrolled',
    'clg_id',
    'source',
    'dispute_state',
    'lead_id',
  ],
  sort: ['delivered_at'],
  order: '-delivered_at',
  display: 'delivered_at',
  capped: true,
  ui: {
    state: { labels: deliveryLabels },
    bucket: { labels: bucketLabels },
    dispute_state: { labels: disputeLabels },
    reason: { width: 260 },
  },
  wire: { read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type PublisherLead = Row<typeof publisherLeads>;
