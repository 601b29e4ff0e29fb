import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

const time = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' } as const;

export const dialerLists = defineResource({
  name: 'dialer-lists',
  label: 'Dialer list',
  key: { name: 'key', type: 'string' },
  menu: { group: 'Setting', under: 'Configuration', tab: 'Dialer lists', path: '/config/dialer-lists' },
  access: { code: 'Setting_Configuration' },
  fields: {
    type: 'object',
    required: ['value'],
    additionalProperties: false,
    properties: {
      value: { type: 'string', title: 'Name', minLength: 1, maxLength: 120 },
      description: { type: 'string', maxLength: 500 },
      user_ids: { type: 'array', title: 'Callers', items: { type: 'string' }, uniqueItems: true },
      max_attempts: { type: 'integer', title: 'Maximum attempts', minimum: 1, maximum: 20, default: 5 },
      daily_attempts: { type: 'integer', title: 'Maximum attempts per day', minimum: 1, maximum: 20, default: 3 },
      retry_gap_min: { type: 'integer', title: 'Minutes between attempts', minimum: 1, maximum: 10080, default: 60 },
      status,
      mode: { type: 'string', enum: ['manual', 'preview', 'progressive'], default: 'preview' },
      wrap_up_s: { type: 'integer', title: 'Wrap-up time (seconds)', minimum: 0, maximum: 600, default: 30 },
      takes_incoming: { type: 'boolean', title: 'Takes calls of unknown numbers' },
      script: { type: 'string', title: 'Script', maxLength: 4000 },
      calling_window: {
        type: 'object',
        title: 'Calling hours',
        required: ['from', 'to'],
        additionalProperties: false,
        properties: { from: time, to: time },
      },
    },
  },
  refs: { user_ids: 'users' },
  reach: { callers: 'user_ids' },
  unique: ['value'],
  columns: ['value', 'mode', 'max_attempts', 'retry_gap_min', 'status'],
  filter: ['mode', 'status'],
  sort: ['value', 'updated_at'],
  order: 'value',
  search: ['value', 'description'],
  ui: {
    status: { widget: 'switch' },
    description: { widget: 'textarea' },
    user_ids: { help: 'Users who call the leads in this list' },
    takes_incoming: { help: 'They ring for the callers of this list who are not on a break' },
    calling_window: { help: "In your organisation's time zone" },
    mode: { labels: { manual: 'Manual', preview: 'Preview', progressive: 'Progressive' } },
    wrap_up_s: { help: 'In preview and progressive mode the next lead then opens automatically' },
    script: { widget: 'textarea', help: 'Shown to the caller next to the lead' },
  },
  groups: [
    { title: 'List', fields: ['value', 'description', 'user_ids', 'status'] },
    {
      title: 'Calling',
      fields: [
        'mode',
        'max_attempts',
        'daily_attempts',
        'retry_gap_min',
        'wrap_up_s',
        'calling_window',
        'takes_incoming',
        'script',
      ],
    },
  ],
  lists: {
    lookUp: { wire: 'GET dialer/lead/list', where: { status: 1 }, pick: ['key', 'value'], paged: false, access: 'signed-in' },
  },
  actions: {
    leads: {
      wire: 'GET dialer/list/{id}/leads?page_number,limit,state',
      as: 'read',
      access: { code: 'LEADS', level: 1 },
      shows: {
        title: 'Leads',
        empty: 'No lead of yours is in this list.',
        choose: { name: 'state', values: ['queued', 'dialling', 'done', 'exhausted', 'skipped'] },
        columns: {
          lead_name: 'Lead',
          state: 'State',
          attempts: 'Tries',
          last_outcome: 'Last outcome',
          last_user: 'Called by',
          called_at: 'Last call',
          next_try_at: 'Next try',
        },
      },
    },
  },
  examples: [{ value: 'Morning calls', max_attempts: 3, retry_gap_min: 120, mode: 'preview' }],
});

export type DialerList = Row<typeof dialerLists>;
