import { dataOf, defineCall } from '../kit/call';

/** Asks the voice provider, outside a transaction. */
const code = { code: 'OBD_Communication' } as const;
const changed = { type: 'object', properties: { data: { type: 'array' } } } as const;

/** A file whose state at the provider is another now. */
export interface VoiceFileChanged {
  readonly id: string;
  readonly name: string;
  readonly approval: string;
  readonly provider_voice_id: string | null;
  readonly rejected_reason: string | null;
  readonly is_active: number | null;
}
interface VoiceBalance {
  readonly balance: number;
  readonly currency?: string;
  readonly as_of: string;
}

/** One file. */
export const syncVoiceFile = defineCall({
  name: 'sync-voice-file',
  wire: 'POST sync-voice-list@id',
  access: code,
  as: 'update',
  data: dataOf<VoiceFileChanged[]>(),
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
  data: dataOf<VoiceFileChanged[]>(),
  outside: true,
  reply: changed,
});
export const voiceBalance = defineCall({
  name: 'voice-balance',
  wire: 'GET get-voice-obd-balance',
  access: code,
  as: 'read',
  data: dataOf<VoiceBalance>(),
  outside: true,
});
