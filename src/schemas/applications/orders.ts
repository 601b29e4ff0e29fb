import { defineResource, type Row } from '../kit/resource';

export const orders = defineResource({
  name: 'orders',
  label: 'Order',
  menu: { group: 'Reports and Activity', entry: 'CAF Application Form Report', order: 25, path: '/order-reports' },
  // D-022: hidden for role 5 whatever its codes say.
  access: { code: 'CAF_Application_Form_Report', except: [5] },
  fields: {
    type: 'object',
    required: [],
    additionalProperties: false,
    properties: {
      billing_first_name: { type: 'string', title: 'First Name', maxLength: 80 },
      billing_last_name: { type: 'string', title: 'Last Name', maxLength: 80 },
      billing_phone: { type: 'string', title: 'Phone No.', pattern: '^\\+?[0-9]{6,15}$' },
      billing_email: { type: 'string', title: 'Email', format: 'email', maxLength: 254 },
      user_agent: { type: 'string', title: 'User Agent', maxLength: 400 },
      ip: { type: 'string', title: 'IP', maxLength: 45 },
      status: { type: 'string', enum: ['created', 'pending', 'paid', 'failed', 'refunded', 'cancelled'] },
      payment_at: { type: 'string', title: 'Payment', format: 'date-time' },
      total: { type: 'number', minimum: 0 },
      application_id: { type: 'string' },
      coupon_id: { type: 'string' },
      items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, amount: { type: 'number' } } } },
      lead_id: { type: 'string' },
    },
  },
  readOnly: [
    'billing_first_name',
    'billing_last_name',
    'billing_phone',
    'billing_email',
    'user_agent',
    'ip',
    'status',
    'payment_at',
    'total',
    'application_id',
    'coupon_id',
    'items',
    'lead_id',
  ],
  refs: { application_id: 'applications', coupon_id: 'coupons', lead_id: 'leads' },
  // D-001: the back office works with the orders of all applicants.
  scope: { through: 'lead_id', office: true },
  leadData: {
    same: {
      billing_first_name: ['name'],
      billing_last_name: ['name'],
      billing_phone: ['phone'],
      billing_email: ['email'],
    },
  },
  personal: ['billing_phone', 'billing_email'],
  display: 'billing_first_name',
  page: '/product-order-detail/{id}',
  columns: [
    'created_at',
    'billing_first_name',
    'billing_last_name',
    'status',
    'total',
    'application_id',
    'billing_phone',
    'payment_at',
  ],
  filter: ['status', 'created_at', 'payment_at', 'application_id', 'lead_id', 'coupon_id'],
  sort: ['created_at', 'payment_at', 'total'],
  order: '-created_at',
  search: ['billing_first_name', 'billing_last_name', 'billing_phone', 'billing_email'],
  // Answers a list of one.
  wire: { read: ['GET res/orders/{id}', 'GET product-order-detail/{id}'], create: 'none', update: 'none', delete: 'none' },
  reply: { read: 'data[0]' },
});

export type Order = Row<typeof orders>;
