import { defineResource, type Row } from '../kit/resource';

export const dialerListLeads = defineResource({
  name: 'dialer-list-leads',
  label: 'Lead of a dialer list',
  plural: 'Leads of dialer lists',
  access: { code: 'LEADS' },
  fields: {
    type: 'object',
    required: ['list_key', 'lead_id'],
    additionalProperties: false,
    properties: {
      list_key: { type: 'string', title: 'List' },
      lead_id: { type: 'string', title: 'Lead' },
      rule_ids: { type: 'array', title: 'Rules', items: { type: 'string' }, uniqueItems: true },
      priority: { type: 'integer', minimum: 0, default: 0 },
      attempts: { type: 'integer', minimum: 0, default: 0 },
      next_try_at: { type: 'string', title: 'Next attempt', format: 'date-time' },
      user_id: { type: 'string', title: 'Caller' },
      lease_until: { type: 'string', title: 'Held until', format: 'date-time' },
      state: { type: 'string', enum: ['queued', 'dialling', 'done', 'exhausted', 'skipped'], default: 'queued' },
    },
  },
  readOnly: ['rule_ids', 'priority', 'attempts', 'next_try_at', 'user_id', 'lease_until', 'state'],
  refs: { list_key: 'dialer-lists', lead_id: 'leads', rule_ids: 'dialer-rules', user_id: 'users' },
  fixed: ['list_key', 'lead_id'],
  scope: { through: 'lead_id' },
  unique: [['list_key', 'lead_id']],
  columns: ['lead_id', 'list_key', 'priority', 'attempts', 'next_try_at', 'state'],
  filter: ['list_key', 'lead_id', 'user_id', 'state', 'next_try_at'],
  sort: ['priority', 'created_at', 'next_try_at'],
  order: '-priority',
  capped: true,
  wire: { update: 'none' },
  examples: [{ list_key: '$dialer-lists', lead_id: '$leads' }],
});

export type DialerListLead = Row<typeof dialerListLeads>;
