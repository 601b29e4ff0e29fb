import { callStatusLabels, callStatuses, figures, scheduleAt, timeOfDay } from '../kit/message-fields';
import { defineResource, type Row } from '../kit/resource';
import { phone } from '../kit/shared-fields';

export const voiceCampaigns = defineResource({
  name: 'voice-campaigns',
  label: 'Voice campaign',
  menu: { group: 'Marketing', entry: 'OBD Communication', order: 42, path: '/obd' },
  access: { code: 'OBD_Communication' },
  fields: {
    type: 'object',
    required: ['name', 'voice_file_id', 'service_number_id'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      voice_file_id: { type: 'string', title: 'Voice file' },
      service_number_id: { type: 'string', title: 'Service number' },
      audience_id: { type: 'string', title: 'Audience' },
      phones_file: { type: 'string', title: 'Phone number file', format: 'uri-reference' },
      type: { type: 'string', enum: ['simple', 'dtmf'], default: 'simple' },
      dtmf_options: {
        type: 'array',
        title: 'Keys',
        items: {
          type: 'object',
          additionalProperties: false,
          properties: {
            key: { type: 'string', pattern: '^[0-9*#]$' },
            label: { type: 'string', title: 'Meaning', maxLength: 60 },
            action: { type: 'string', maxLength: 60 },
          },
        },
        maxItems: 12,
      },
      schedule_at: { ...scheduleAt, title: 'Starts at' },
      calling_window: {
        type: 'object',
        title: 'Calling hours',
        required: ['from', 'to'],
        additionalProperties: false,
        properties: { from: timeOfDay, to: timeOfDay },
      },
      state: {
        type: 'string',
        title: 'Status',
        enum: ['scheduled', 'running', 'paused', 'stopped', 'completed', 'failed'],
        default: 'scheduled',
      },
      problem: { type: 'string', title: 'Why it stopped', maxLength: 300 },
      totals: figures('total', 'answered', 'busy', 'failed', 'no_answer', 'pending', 'held', 'unknown'),
      unknown_calls: { type: 'integer', title: 'Calls with an unknown outcome', minimum: 0 },
    },
  },
  leadData: { whose: 'nobody: it is the address of an uploaded file' },
  readOnly: ['state', 'problem', 'totals', 'unknown_calls'],
  // Counted from its calls when it is read.
  virtual: ['totals', 'unknown_calls'],
  refs: { voice_file_id: 'voice-files', service_number_id: 'obd-service-numbers', audience_id: 'lead-gen-audiences' },
  files: ['phones_file'],
  asked: {
    answered: { title: 'Answered', shown: true },
    busy: { title: 'Busy' },
    no_answer: { title: 'No answer' },
    failed: { title: 'Failed' },
  },
  columns: ['name', 'state', 'voice_file_id', 'type', 'schedule_at'],
  filter: ['state', 'type', 'voice_file_id', 'service_number_id', 'created_at'],
  sort: ['name', 'schedule_at', 'created_at'],
  order: '-created_at',
  search: ['name'],
  when: [
    { oneOf: ['audience_id', 'phones_file'], message: 'Choose an audience or a phone number file' },
    { if: { field: 'type', is: 'dtmf' }, show: ['dtmf_options'] },
    { if: { field: 'type', is: 'dtmf' }, require: ['dtmf_options'] },
  ],
  ui: {
    type: { labels: { simple: 'Plays the file', dtmf: 'Asks for a key', call_patch: 'Connects to an agent' } },
    schedule_at: { help: 'Leave empty to start as soon as you save' },
    calling_window: { help: "In the time zone of the number called, within your organisation's sending hours" },
    unknown_calls: {
      help: "The provider's reply was lost, so these phones may have rung. They are not called again automatically.",
    },
  },
  groups: [
    { title: 'Campaign', fields: ['name', 'voice_file_id', 'service_number_id', 'audience_id', 'phones_file'] },
    { title: 'Call', fields: ['type', 'dtmf_options'] },
    { title: 'When', fields: ['schedule_at', 'calling_window'] },
    { title: 'Status', fields: ['state', 'problem', 'unknown_calls'] },
  ],
  wire: {
    list: 'POST get-obd-campaign@page_number,limit,from,to,status=$state',
    create: 'POST create-voice-campaign',
    update: 'none',
    delete: 'none',
  },
  lists: { withStats: { wire: 'GET get-obd-with-stats' } },
  actions: {
    stop: {
      wire: 'POST stopScheduleCampaign/{id}',
      as: 'update',
      offers: [{ label: 'Stop campaign', look: 'danger', if: { field: 'state', in: ['scheduled', 'running', 'paused'] } }],
    },
    move: {
      wire: 'POST move-voice-campaign/{id}',
      as: 'update',
      offers: [
        { label: 'Start now', look: 'primary', if: { field: 'state', is: 'scheduled' }, send: { to: 'running' } },
        { label: 'Pause', look: 'plain', if: { field: 'state', is: 'running' }, send: { to: 'paused' } },
        { label: 'Resume', look: 'primary', if: { field: 'state', is: 'paused' }, send: { to: 'running' } },
      ],
    },
    callUnknown: {
      wire: 'POST call-unknown-voice-calls/{id}',
      as: 'update',
      offers: [
        {
          label: 'Call unknown numbers again',
          look: 'plain',
          if: [
            { field: 'unknown_calls', set: true },
            { field: 'state', in: ['running', 'completed'] },
          ],
        },
      ],
    },
    chart: {
      wire: 'POST campaign-chart/{id}',
      as: 'read',
      shows: { title: 'How its calls ended, by hour', empty: 'No call has been made yet.' },
    },
    report: {
      wire: 'GET get-obd-campaign-report?campaign_id=$id,page_number,limit,status',
      as: 'read',
      shows: {
        title: 'Calls',
        empty: 'No call has been made yet.',
        choose: { name: 'status', values: callStatuses, labels: callStatusLabels },
        columns: {
          phone: 'Phone',
          status: 'Outcome',
          why: 'Reason',
          response: 'Key pressed',
          duration: 'Seconds',
          called_at: 'When',
        },
      },
    },
    responses: { wire: 'GET getDistinctObdResponse', as: 'read' },
  },
  tools: [{ label: 'Balance', wire: 'GET get-voice-obd-balance', as: 'read', on: 'list' }],
  later: {
    fields: {
      agent_number: { why: 'calls are not connected to an agent yet', field: { ...phone, title: 'Agent number' } },
      retry_count: {
        why: 'failed calls are not retried yet',
        field: { type: 'integer', title: 'Retries', minimum: 0, maximum: 3, default: 0 },
      },
      retry_gap_min: {
        why: 'failed calls are not retried yet',
        field: { type: 'integer', title: 'Minutes between retries', minimum: 5, maximum: 1440, default: 30 },
      },
    },
    choices: { type: { call_patch: 'calls are not connected to an agent yet' } },
  },
  examples: [
    {
      name: 'Counselling day, Pune',
      voice_file_id: '$voice-files',
      service_number_id: '$obd-service-numbers',
      phones_file: 'data:text/csv;base64,cGhvbmUKOTg3NjU0MzIxMAo=',
    },
  ],
});

export type VoiceCampaign = Row<typeof voiceCampaigns>;
