import { timeOfDay } from '../kit/message-fields';
import { defineResource, type Row } from '../kit/resource';

const price = { type: 'number', minimum: 0, maximum: 1000 } as const;
const credit = { type: 'number', minimum: 0 } as const;

/** What the gate asks before each message (server/domain/send-gate.ts), and the faults of the simulator. */
export const messageSettings = defineResource({
  name: 'message-settings',
  label: 'Message settings',
  plural: 'Message settings',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Messages', path: '/config/messages' },
  access: { code: 'Setting_Configuration', create: 'role 1', update: 'role 1', delete: 'role 1' },
  fields: {
    type: 'object',
    required: ['hours_from', 'hours_to'],
    additionalProperties: false,
    properties: {
      hours_from: { ...timeOfDay, title: 'Send from', default: '10:00' },
      hours_to: { ...timeOfDay, title: 'Send until', default: '21:00' },
      cap_messages: { type: 'integer', title: 'Maximum messages per lead', minimum: 1, maximum: 1000 },
      cap_days: { type: 'integer', title: 'In days', minimum: 1, maximum: 90, default: 7 },
      price_sms: { ...price, title: 'Price of an SMS part', default: 0.18 },
      price_email: { ...price, title: 'Price of an email', default: 0.02 },
      price_whatsapp: { ...price, title: 'Price of a WhatsApp message', default: 0.86 },
      credit_sms: { ...credit, title: 'SMS credit' },
      credit_email: { ...credit, title: 'Email credit' },
      credit_whatsapp: { ...credit, title: 'WhatsApp credit' },
      simulator_fault: {
        type: 'string',
        title: 'Simulated fault',
        enum: ['none', 'slow', 'refuses', 'answers_twice', 'never_reports', 'dies_half_way'],
        default: 'none',
      },
      simulator_delay: { type: 'integer', title: 'Seconds until reports', minimum: 0, maximum: 3600, default: 5 },
    },
  },
  singleton: true,
  display: 'hours_from',
  columns: ['hours_from'],
  ui: {
    hours_from: { help: "Promotional messages leave in these hours of the recipient's day" },
    hours_to: { help: 'The same time twice means at any hour' },
    cap_messages: { help: 'Of promotional messages, over all channels and campaigns. Leave empty for no maximum.' },
    price_sms: { help: "In your organisation's currency" },
    credit_sms: { help: 'Campaigns pause when what they cost reaches it. Leave empty for no limit.' },
    simulator_fault: {
      labels: {
        none: 'None',
        slow: 'Replies slowly',
        refuses: 'Refuses 5 % of the messages',
        answers_twice: 'Reports everything twice',
        never_reports: 'Never reports',
        dies_half_way: 'Breaks off half way',
      },
      help: 'For channels without a provider: how the built-in simulator behaves',
    },
  },
  groups: [
    { title: 'Sending hours', fields: ['hours_from', 'hours_to'] },
    { title: 'Frequency', fields: ['cap_messages', 'cap_days'] },
    {
      title: 'Prices and credit',
      fields: ['price_sms', 'price_email', 'price_whatsapp', 'credit_sms', 'credit_email', 'credit_whatsapp'],
    },
    { title: 'Simulator', fields: ['simulator_fault', 'simulator_delay'] },
  ],
  wire: { delete: 'none' },
  examples: [{ hours_from: '10:00', hours_to: '21:00' }],
});

export type MessageSettings = Row<typeof messageSettings>;
