import { languages } from '../kit/message-fields';
import { defineResource, type Row } from '../kit/resource';

export const voiceFiles = defineResource({
  name: 'voice-files',
  label: 'Voice file',
  menu: { group: 'Marketing', under: 'OBD Communication', tab: 'Voice files', path: '/obd/voice-files' },
  access: { code: 'OBD_Communication' },
  fields: {
    type: 'object',
    required: ['name', 'file'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      file: { type: 'string', title: 'Recording', format: 'uri-reference' },
      language: { type: 'string', enum: languages, default: 'Hindi' },
      description: { type: 'string', maxLength: 500 },
      duration_s: { type: 'integer', title: 'Seconds', minimum: 0 },
      provider_voice_id: { type: 'string', title: 'Provider ID', maxLength: 60 },
      approval: { type: 'string', enum: ['pending', 'approved', 'rejected'], default: 'pending' },
      is_active: { type: 'integer', title: 'Active', enum: [0, 1], default: 1 },
      rejected_reason: { type: 'string', title: 'Rejection reason', maxLength: 500 },
    },
  },
  readOnly: ['duration_s', 'provider_voice_id', 'approval', 'rejected_reason'],
  files: ['file'],
  unique: ['name'],
  columns: ['name', 'language', 'duration_s', 'approval', 'is_active', 'file', 'updated_at'],
  filter: ['language', 'approval', 'is_active'],
  sort: ['name', 'duration_s', 'updated_at'],
  order: 'name',
  search: ['name', 'description'],
  ui: {
    is_active: { widget: 'switch' },
    description: { widget: 'textarea' },
    file: { help: 'MP3 or WAV, maximum 5 MB and 60 seconds' },
  },
  wire: {
    list: 'GET get-voice-obd-list',
    read: 'none',
    create: 'POST save-voice-files',
    update: 'PUT save-voice-files/{id}',
    delete: 'none',
  },
  lists: { approved: { wire: 'GET get-approved-voice-obd-list?is_active', where: { approval: 'approved' }, paged: false } },
  tools: [
    { label: 'Balance', wire: 'GET get-voice-obd-balance', as: 'read', on: 'list' },
    { label: 'Refresh approvals', wire: 'GET sync-voice-list', as: 'update', on: 'list' },
    { label: 'Refresh approval', wire: 'POST sync-voice-list@id', as: 'update', on: 'record' },
  ],
  examples: [
    {
      name: 'Counselling day invitation',
      language: 'Hindi',
      file: 'data:audio/wav;base64,UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQgAAAAAAAAAAAAAAA==',
    },
  ],
});

export type VoiceFile = Row<typeof voiceFiles>;
