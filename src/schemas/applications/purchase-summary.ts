import { defineResource, type Row } from '../kit/resource';

export const purchaseSummary = defineResource({
  name: 'purchase-summary',
  label: 'Purchase summary',
  plural: 'Purchase summary',
  menu: { group: 'Application Manager', entry: 'Purchase Summary', order: 50, path: '/form-builder/purchase-summary' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: [],
    additionalProperties: false,
    properties: {
      day: { type: 'string', format: 'date' },
      form_id: { type: 'string', title: 'Form' },
      orders: { type: 'integer', minimum: 0 },
      paid: { type: 'integer', title: 'Paid orders', minimum: 0 },
      amount: { type: 'number', title: 'Collected', minimum: 0 },
      discount: { type: 'number', minimum: 0 },
    },
  },
  // A report: the handler counts orders by day of creation and form.
  store: 'none',
  readOnly: ['day', 'form_id', 'orders', 'paid', 'amount', 'discount'],
  refs: { form_id: 'forms' },
  columns: ['day', 'form_id', 'orders', 'paid', 'amount', 'discount'],
  filter: ['day', 'form_id'],
  sort: ['day'],
  order: '-day',
  wire: {
    list: ['GET res/purchase-summary', 'GET reports/purchase-summary?from,to,form_id[],page_number,limit'],
    read: 'none',
    create: 'none',
    update: 'none',
    delete: 'none',
  },
});

export type PurchaseSummary = Row<typeof purchaseSummary>;
