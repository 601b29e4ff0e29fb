import { outcomeLabels } from '../kit/call-outcomes';
import { defineResource, type Row } from '../kit/resource';
import { supervisionLabels, supervisorActions } from '../kit/supervision';
import { leadPhone } from '../kit/shared-fields';

/** Connected calls below this many seconds are marked as short. */
export const shortTalk = 10;
/** More dials of one number than this on one day are marked. */
export const manyDials = 5;
/** A stage saved so many minutes after a call is its disposition, where none names the call. */
export const dispositionMinutes = 10;

/** Every call with what came of it: the list behind both call histories. */
export const callHistory = defineResource({
  name: 'call-history',
  label: 'Call',
  plural: 'Call history',
  access: {
    code: 'Call_History_Counsellor',
    list: { code: ['Call_History_Counsellor', 'Advance_Call_History_Counsellor'] },
    export: { code: ['Call_History_Counsellor', 'Advance_Call_History_Counsellor'] },
  },
  store: 'view',
  shows: ['calls', 'call-actions'],
  keysOf: 'calls',
  fields: {
    type: 'object',
    required: ['started_at'],
    additionalProperties: false,
    properties: {
      started_at: { type: 'string', title: 'Started', format: 'date-time' },
      user_id: { type: 'string', title: 'User' },
      team_ids: { type: 'array', title: 'Team', items: { type: 'string' }, uniqueItems: true },
      direction: { type: 'string', enum: ['inbound', 'outbound'] },
      lead_id: { type: 'string', title: 'Lead' },
      lead_name: { type: 'string', title: 'Lead name', maxLength: 120 },
      phone: { ...leadPhone, title: 'Number' },
      outcome: {
        type: 'string',
        title: 'Status',
        enum: ['answered', 'no_answer', 'busy', 'unreachable', 'invalid', 'failed', 'missed', 'rejected', 'voicemail', 'unknown'],
      },
      ring_s: { type: 'integer', title: 'Ring (s)', minimum: 0 },
      talk_s: { type: 'integer', title: 'Talk (s)', minimum: 0 },
      duration_s: { type: 'integer', title: 'Duration (s)', minimum: 0 },
      stage_id: { type: 'string', title: 'Disposition' },
      sub_stage: { type: 'string', title: 'Sub-disposition', maxLength: 60 },
      message: { type: 'string', title: 'Comment', maxLength: 2000 },
      recorded: { type: 'boolean', title: 'Recorded' },
      recording_url: { type: 'string', title: 'Recording', format: 'uri-reference' },
      list_key: { type: 'string', title: 'Dialer list' },
      attempt: { type: 'integer', title: 'Attempt', minimum: 1 },
      lead_age: { type: 'string', title: 'New or old lead', enum: ['new', 'old'] },
      clg_id: { type: 'integer', title: 'College' },
      last_source: { type: 'string', title: 'Source' },
      lead_state: { type: 'string', title: 'State', maxLength: 80 },
      supervised_by: { type: 'string', title: 'Supervisor' },
      supervision: { type: 'string', title: 'Supervised', enum: supervisorActions },
      flags: {
        type: 'array',
        title: 'Flags',
        items: { type: 'string', enum: ['no_stage', 'short', 'often'] },
        uniqueItems: true,
      },
    },
  },
  leadData: {
    same: {
      lead_name: ['name'],
      phone: ['phone'],
      clg_id: ['clg_id'],
      last_source: ['last_source'],
      lead_state: ['state'],
      message: ['last_callaction_message'],
    },
  },
  readOnly: [],
  refs: {
    user_id: 'users',
    team_ids: 'teams',
    lead_id: 'leads',
    stage_id: 'lead-stages',
    list_key: 'dialer-lists',
    clg_id: 'colleges',
    last_source: 'lead-sources',
    supervised_by: 'users',
  },
  options: { lead_state: { of: 'states', store: 'value' } },
  scope: { through: 'lead_id', unset: 'user_id' },
  files: ['recording_url'],
  personal: ['phone'],
  columns: [
    'started_at',
    'user_id',
    'direction',
    'lead_id',
    'phone',
    'outcome',
    'ring_s',
    'talk_s',
    'stage_id',
    'message',
    'recording_url',
  ],
  filter: [
    'started_at',
    'user_id',
    'team_ids',
    'direction',
    'outcome',
    'stage_id',
    'duration_s',
    'talk_s',
    'recorded',
    'attempt',
    'lead_age',
    'flags',
    'list_key',
    'clg_id',
    'last_source',
    'lead_state',
    'supervised_by',
    'phone',
    'lead_id',
  ],
  sort: ['started_at', 'talk_s', 'duration_s'],
  order: '-started_at',
  search: ['lead_name', 'phone'],
  display: 'started_at',
  capped: true,
  ui: {
    outcome: { labels: outcomeLabels },
    supervision: { labels: supervisionLabels },
    lead_age: { labels: { new: 'New lead', old: 'Old lead' } },
    flags: {
      labels: { no_stage: 'Connected, no stage', short: 'Talked under 10 s', often: 'Over 5 dials that day' },
    },
    stage_id: { empty: 'No stage recorded' },
  },
  wire: {
    list: ['GET res/call-history', 'GET calls/history?type,from,to,user_id,page_number,limit'],
    read: 'none',
    create: 'none',
    update: 'none',
    delete: 'none',
  },
});

export type HistoryCall = Row<typeof callHistory>;

export const historyTypes = ['all', 'outbound', 'inbound', 'missed'] as const;
export type HistoryType = (typeof historyTypes)[number];
