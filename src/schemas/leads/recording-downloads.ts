import { defineResource, type Row } from '../kit/resource';

/** Who took the file of which recording. */
export const recordingDownloads = defineResource({
  name: 'recording-downloads',
  label: 'Recording download',
  menu: { group: 'Reports and Activity', under: 'Call History User', path: '/lead-calls-history/downloads' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['call_id'],
    additionalProperties: false,
    properties: { call_id: { type: 'string', title: 'Call' }, lead_id: { type: 'string', title: 'Lead' } },
  },
  readOnly: ['call_id', 'lead_id'],
  refs: { call_id: 'calls', lead_id: 'leads' },
  scope: { through: 'lead_id', unset: 'shown' },
  columns: ['created_at', 'created_by', 'lead_id', 'call_id'],
  filter: ['created_by', 'lead_id', 'created_at'],
  sort: ['created_at'],
  order: '-created_at',
  wire: { read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type RecordingDownload = Row<typeof recordingDownloads>;
