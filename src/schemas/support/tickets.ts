import { defineResource, type Row } from '../kit/resource';

export const tickets = defineResource({
  name: 'tickets',
  label: 'Support ticket',
  menu: { under: 'Help and Support', path: '/help-support/list' },
  access: { rule: 'signed-in', delete: 'role 1' },
  fields: {
    type: 'object',
    required: ['subject', 'category', 'description'],
    additionalProperties: false,
    properties: {
      subject: { type: 'string', minLength: 1, maxLength: 150 },
      category: {
        type: 'string',
        title: 'Type',
        enum: ['bug', 'question', 'access', 'billing', 'feature', 'other'],
        default: 'bug',
      },
      priority: { type: 'string', enum: ['low', 'medium', 'high', 'urgent'], default: 'medium' },
      description: { type: 'string', minLength: 1, maxLength: 10000 },
      files: { type: 'array', items: { type: 'string', format: 'uri-reference' } },
      assigned_to: { type: 'string' },
      state: { type: 'string', enum: ['open', 'in_progress', 'waiting', 'resolved', 'closed'], default: 'open' },
      replies: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            user_id: { type: 'string' },
            message: { type: 'string' },
            files: { type: 'array', items: { type: 'string' } },
            internal: { type: 'boolean' },
            created_at: { type: 'string' },
          },
        },
      },
      ticket_no: { type: 'string', title: 'Ticket no.', maxLength: 20 },
      module: { type: 'string', maxLength: 60 },
      page_url: { type: 'string', title: 'Page', maxLength: 2048 },
      browser: { type: 'string', maxLength: 300 },
      rating: { type: 'integer', minimum: 1, maximum: 5 },
      sla_due_at: { type: 'string', title: 'SLA due', format: 'date-time' },
      resolved_at: { type: 'string', title: 'Resolved', format: 'date-time' },
    },
  },
  readOnly: ['replies', 'ticket_no', 'sla_due_at', 'resolved_at'],
  refs: { assigned_to: 'users' },
  // Own tickets and those assigned to the user.
  scope: { owner: 'created_by', also: ['assigned_to'], beyond: 'role 1' },
  unique: ['ticket_no'],
  files: ['files'],
  largestFile: 100, // D-075: a screen recording
  display: 'subject',
  page: '/help-support/details/{id}',
  columns: [
    'subject',
    'ticket_no',
    'module',
    'category',
    'priority',
    'state',
    'created_by',
    'assigned_to',
    'sla_due_at',
    'updated_at',
  ],
  filter: ['state', 'category', 'priority', 'assigned_to', 'created_by', 'created_at'],
  sort: ['ticket_no', 'sla_due_at', 'created_at', 'updated_at'],
  order: '-created_at',
  search: ['subject', 'description', 'ticket_no'],
  ui: { description: { widget: 'textarea' }, state: { labels: { waiting: 'Waiting on you' } } },
  actions: {
    reply: { wire: 'POST tickets/{id}/reply', as: 'update' },
    reopen: { wire: 'POST tickets/{id}/reopen', as: 'update' },
  },
  createPerDay: 200,
  examples: [
    {
      subject: 'Call recordings do not play',
      category: 'bug',
      priority: 'high',
      description: 'Since this morning the player stays at 0:00 for every call.',
      module: 'Leads',
      page_url: '/lead-calls-history',
    },
  ],
});

export type Ticket = Row<typeof tickets>;
