import { dataOf, defineCall } from '../kit/call';

/** The numbers over the orders that a list's query matches; each order's application once. */
export interface OrderFigures {
  readonly orders: number;
  /** Different applications with an order, and those of them that were submitted. */
  readonly started: number;
  readonly submitted: number;
  readonly paid: number;
  /** Approved payments less refunds, in ₹ (R1). */
  readonly amount: number;
  readonly failed: number;
}
/** `query` is the query of the list `res/orders`. */
export const orderFigures = defineCall({
  name: 'order-figures',
  wire: 'POST order-reports/figures',
  access: { code: 'CAF_Application_Form_Report', except: [5] },
  as: 'read',
  data: dataOf<OrderFigures>(),
  body: { type: 'object', properties: { query: { type: 'object', additionalProperties: true, properties: {} } } },
});

/** `data` of `order-receipt`: a page that can be kept and printed. */
export interface OrderReceipt {
  readonly file_name: string;
  readonly html: string;
}
/** The receipt of what was paid for an order, with a line for each payment. */
export const orderReceipt = defineCall({
  name: 'order-receipt',
  wire: 'GET order-reports/{id}/receipt',
  access: { code: 'CAF_Application_Form_Report', except: [5] },
  as: 'read',
  data: dataOf<OrderReceipt>(),
});
