import { defineResource, type Row } from '../kit/resource';

export const authLogs = defineResource({
  name: 'auth-logs',
  label: 'Authentication log',
  access: { rule: 'signed-in' },
  fields: {
    type: 'object',
    required: [],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      date: { type: 'string', format: 'date' },
      first_login: { type: 'string', format: 'date-time' },
      last_logout: { type: 'string', format: 'date-time' },
      total_seconds: { type: 'integer', minimum: 0, maximum: 86400 },
      breaks: {
        type: 'array',
        items: { type: 'object', properties: { reason: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } } },
      },
      // The last report of working time, so that the next one is compared with the clock and none counts twice (D-074).
      reported_at: { type: 'string', format: 'date-time' },
      report_ref: { type: 'string', maxLength: 120 },
      report_seconds: { type: 'integer', minimum: 0 },
      ip: { type: 'string', maxLength: 45 },
    },
  },
  audited: false,
  readOnly: [
    'user_id',
    'date',
    'first_login',
    'last_logout',
    'total_seconds',
    'breaks',
    'reported_at',
    'report_ref',
    'report_seconds',
    'ip',
  ],
  refs: { user_id: 'users' },
  scope: { owner: 'user_id', beyond: 'role scope' },
  unique: [['user_id', 'date']],
  columns: ['date', 'user_id', 'first_login', 'last_logout', 'total_seconds'],
  filter: ['user_id', 'date'],
  sort: ['date'],
  order: '-date',
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type AuthLog = Row<typeof authLogs>;
