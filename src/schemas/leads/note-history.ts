import { defineResource, type Row } from '../kit/resource';

/** Everything that was written about leads in one list: notes, and the comments of calls and stages. */
export const noteHistory = defineResource({
  name: 'note-history',
  label: 'Written note',
  plural: 'Notes',
  access: { code: 'Notes' },
  store: 'view',
  keysOf: 'acts',
  shows: ['notes', 'call-actions', 'calls'],
  fields: {
    type: 'object',
    required: ['at'],
    additionalProperties: false,
    properties: {
      body: { type: 'string', title: 'Note', maxLength: 5000 },
      note_id: { type: 'string', title: 'Note ID', maxLength: 30 },
      lead_id: { type: 'string', title: 'Lead' },
      lead_name: { type: 'string', title: 'Lead name', maxLength: 120 },
      user_id: { type: 'string', title: 'By' },
      at: { type: 'string', title: 'When', format: 'date-time' },
      type: { type: 'string', enum: ['note', 'call_comment', 'voice'] },
      pinned: { type: 'boolean' },
      mentions: { type: 'array', title: 'Mentions', items: { type: 'string' }, uniqueItems: true },
      remind_at: { type: 'string', title: 'Remind me', format: 'date-time' },
      stage_id: { type: 'string', title: 'Stage' },
    },
  },
  leadData: { same: { lead_name: ['name'], body: ['last_callaction_message'], stage_id: ['stage_id'] } },
  refs: { lead_id: 'leads', user_id: 'users', mentions: 'users', stage_id: 'lead-stages' },
  scope: { through: 'lead_id', unset: 'shown' },
  columns: ['body', 'lead_id', 'user_id', 'at', 'type', 'pinned', 'mentions', 'remind_at', 'stage_id'],
  filter: ['user_id', 'at', 'type', 'mentions', 'stage_id', 'pinned', 'lead_id', 'remind_at'],
  sort: ['at', 'remind_at'],
  order: '-at',
  search: ['body', 'lead_name'],
  display: 'body',
  capped: true,
  ui: {
    type: { labels: { note: 'Note', call_comment: 'Call comment', voice: 'Comment of a recorded call' } },
    stage_id: { empty: 'No stage' },
    mentions: { width: 120 },
  },
  wire: { read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type WrittenNote = Row<typeof noteHistory>;
