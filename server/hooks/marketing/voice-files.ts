import type { voiceFiles } from '../../../src/schemas/marketing/voice-files';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { audioSeconds } from '../../domain/audio';
import { storeFile, shownFile } from '../../files/file-field';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

const recording = {
  resource: 'voice-files',
  field: 'file',
  title: 'Recording',
  bytes: 5 * 1024 * 1024,
  kinds: {
    mp3: {
      mime: 'audio/mpeg',
      starts: [
        [0x49, 0x44, 0x33],
        [0xff, 0xfb],
        [0xff, 0xf3],
        [0xff, 0xf2],
        [0xff, 0xfa],
      ],
    },
    wav: { mime: 'audio/wav', starts: [[0x52, 0x49, 0x46, 0x46]] },
  },
} as const;
const longest = 60;

/** The stored file; a new one is measured and needs approval again. */
async function kept(values: Draft<typeof voiceFiles>, context: Context, id?: string): Promise<Draft<typeof voiceFiles>> {
  if (values.file === undefined) return values;
  const { address, bytes } = await storeFile(values.file, recording, context, id);
  if (!bytes) return { ...values, file: address };
  const seconds = audioSeconds(bytes);
  if (seconds === null) throw invalid('file', 'Recording must be an MP3 or WAV file');
  if (seconds > longest) throw invalid('file', `Recording is ${seconds} seconds long; the maximum is ${longest}`);
  return { ...values, file: address, duration_s: seconds, approval: 'pending', provider_voice_id: null, rejected_reason: null };
}

export const hooks: Hooks<typeof voiceFiles> = {
  beforeCreate: (draft, context) => kept(draft, context),
  async beforeUpdate(patch, before, context) {
    const { file, ...rest } = await kept(patch, context, before.id);
    return file === undefined || file === before.file ? rest : { ...rest, file };
  },
  present: async (rows, context) => rows.map((row) => ({ ...row, file: shownFile(row.file, context) })),
};
