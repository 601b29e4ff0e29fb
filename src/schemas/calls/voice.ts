import { defineCall } from '../kit/call';

/** Asks the voice provider, outside a transaction. */
const code = { code: 'OBD_Communication' } as const;
const changed = { type: 'object', properties: { data: { type: 'array' } } } as const;

/** One file. */
export const syncVoiceFile = defineCall({
  name: 'sync-voice-file',
  wire: 'POST sync-voice-list@id',
  access: code,
  as: 'update',
  outside: true,
  body: { type: 'object', required: ['id'], properties: { id: { type: 'string', minLength: 1, maxLength: 26 } } },
  reply: changed,
});
/** All of the tenant; a GET that writes (D-134). */
export const syncVoiceFiles = defineCall({
  name: 'sync-voice-files',
  wire: 'GET sync-voice-list',
  access: code,
  as: 'update',
  outside: true,
  reply: changed,
});
export const voiceBalance = defineCall({
  name: 'voice-balance',
  wire: 'GET get-voice-obd-balance',
  access: code,
  as: 'read',
  outside: true,
});
