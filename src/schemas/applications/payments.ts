import { defineResource, type Row } from '../kit/resource';
import { banks } from '../kit/static-lists';

const waits = { field: 'state', is: 'pending_approval' } as const;
const note = { type: 'string', maxLength: 300 } as const;

export const payments = defineResource({
  name: 'payments',
  label: 'Payment',
  menu: { group: 'Application Manager', entry: 'Payment Manager', order: 49, path: '/form-builder/payment-manager' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['order_id', 'amount'],
    additionalProperties: false,
    properties: {
      order_id: { type: 'string' },
      provider: { type: 'string', minLength: 1, maxLength: 40 },
      provider_payment_id: { type: 'string', title: 'Transaction', maxLength: 80 },
      method: { type: 'string', enum: ['upi', 'card', 'netbanking', 'wallet', 'cash', 'bank_transfer'] },
      amount: { type: 'number', minimum: 0 },
      currency: { type: 'string', pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3, default: 'INR' },
      state: {
        type: 'string',
        enum: ['created', 'pending_approval', 'authorized', 'captured', 'failed', 'rejected', 'partially_refunded', 'refunded'],
      },
      bank: { type: 'string', enum: banks },
      receipt_no: { type: 'string', title: 'Receipt no.', maxLength: 40 },
      refunded_amount: { type: 'number', title: 'Refunded', minimum: 0 },
      note,
    },
  },
  readOnly: ['provider', 'provider_payment_id', 'state', 'receipt_no', 'refunded_amount'],
  fixed: ['order_id', 'amount', 'currency'],
  refs: { order_id: 'orders' },
  scope: { through: 'order_id', office: true },
  unique: ['provider_payment_id', 'receipt_no'],
  columns: ['created_at', 'order_id', 'amount', 'currency', 'method', 'provider', 'state', 'receipt_no'],
  filter: ['state', 'method', 'provider', 'order_id', 'created_at'],
  sort: ['created_at', 'amount'],
  order: '-created_at',
  search: ['provider_payment_id', 'receipt_no', 'note'],
  ui: { method: { labels: { upi: 'UPI', netbanking: 'Net banking' } }, note: { widget: 'textarea' } },
  wire: { delete: 'none' },
  actions: {
    decision: {
      wire: 'PUT res/payments/{id}/decision',
      as: 'update',
      offers: [
        { label: 'Approve', if: waits, send: { state: 'captured' }, ask: { properties: { note } }, look: 'primary' },
        { label: 'Reject', if: waits, send: { state: 'rejected' }, ask: { properties: { note } }, look: 'plain' },
      ],
    },
    refund: {
      wire: 'POST res/payments/{id}/refund',
      as: 'update',
      offers: [
        {
          label: 'Refund',
          if: { field: 'state', in: ['captured', 'partially_refunded'] },
          ask: {
            properties: { amount: { type: 'number', title: 'Amount (leave empty to refund the rest)', minimum: 0.01 }, note },
          },
          look: 'danger',
        },
      ],
    },
  },
});

export type Payment = Row<typeof payments>;
