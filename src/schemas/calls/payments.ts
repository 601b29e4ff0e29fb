import { dataOf, defineCall } from '../kit/call';

/** An applicant's token for one application, issued when the form is submitted. */
const token = { type: 'string', minLength: 1, maxLength: 300 } as const;

/** An order for the form's fee, authorised by the applicant's token. */
export const paymentOrder = defineCall({
  name: 'payment-order',
  wire: 'POST payments/order',
  access: 'public',
  as: 'create',
  data: dataOf<OrderOpened>(),
  outside: true,
  body: {
    type: 'object',
    required: ['application_id', 'token'],
    properties: {
      application_id: { type: 'string', minLength: 1, maxLength: 26 },
      token,
      coupon: { type: ['string', 'null'], maxLength: 30 },
    },
  },
});
/** The provider reports how a payment went; its signature authorises the report. */
export const paymentWebhook = defineCall({
  name: 'payment-webhook',
  wire: 'POST payments/webhook/{provider}',
  access: 'public',
  as: 'update',
  limit: 'provider',
  outside: true,
  forgery: false,
  body: {
    type: 'object',
    required: ['reference', 'payment_id', 'amount', 'state'],
    properties: {
      reference: { type: 'string', minLength: 1, maxLength: 100 },
      payment_id: { type: 'string', minLength: 1, maxLength: 80 },
      amount: { type: 'number', minimum: 0 },
      state: { type: 'string', enum: ['captured', 'failed'] },
      method: { type: 'string', enum: ['upi', 'card', 'netbanking', 'wallet'] },
    },
  },
});

export interface OrderOpened {
  readonly order_id: string;
  readonly total: number;
  readonly discount: number;
  readonly currency: string;
  /** The input of the provider's checkout; null: nothing has to be paid. */
  readonly provider: { readonly name: string; readonly reference: string; readonly payload: unknown } | null;
}
