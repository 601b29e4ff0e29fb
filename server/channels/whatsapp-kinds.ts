import type { ChatMessage } from '../../src/schemas/calls/whatsapp-chats';

/** Size in bytes of the largest file accepted from a provider. */
export const mostMedia = 16 * 1024 * 1024;

interface Kind {
  readonly mime: string;
  readonly extension: string;
  /** Bytes at places of the file, all of them. */
  readonly has: readonly (readonly [at: number, bytes: string])[];
}
const zip = 'PK\u0003\u0004';
const ole = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';

/** What customers can send, judged by the file's bytes; the type that the sender claims does not count (TRUST-S21). */
const kinds: readonly Kind[] = [
  { mime: 'image/jpeg', extension: 'jpg', has: [[0, '\u00ff\u00d8\u00ff']] },
  { mime: 'image/png', extension: 'png', has: [[0, '\u0089PNG\r\n\u001a\n']] },
  {
    mime: 'image/webp',
    extension: 'webp',
    has: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  { mime: 'audio/ogg', extension: 'ogg', has: [[0, 'OggS']] },
  { mime: 'audio/mpeg', extension: 'mp3', has: [[0, 'ID3']] },
  { mime: 'audio/mpeg', extension: 'mp3', has: [[0, '\u00ff\u00fb']] },
  { mime: 'audio/aac', extension: 'aac', has: [[0, '\u00ff\u00f1']] },
  { mime: 'audio/amr', extension: 'amr', has: [[0, '#!AMR']] },
  { mime: 'audio/mp4', extension: 'm4a', has: [[4, 'ftypM4A']] },
  { mime: 'video/3gpp', extension: '3gp', has: [[4, 'ftyp3g']] },
  { mime: 'video/mp4', extension: 'mp4', has: [[4, 'ftyp']] },
  { mime: 'application/pdf', extension: 'pdf', has: [[0, '%PDF-']] },
  { mime: 'application/zip', extension: 'zip', has: [[0, zip]] },
  { mime: 'application/x-ole-storage', extension: 'doc', has: [[0, ole]] },
];

/**
 * The kind of a file that came as this type of message; undefined for what is not taken. An office file is known by its name
 * besides.
 */
export function kindOf(bytes: Buffer, type: ChatMessage['type']): Pick<Kind, 'mime' | 'extension'> | undefined {
  const start = bytes.subarray(0, 16).toString('latin1');
  const kind = kinds.find(({ has }) => has.every(([at, part]) => start.startsWith(part, at)));
  const family = kind?.mime.split('/')[0];
  if (type === 'document') return kind;
  if (type === 'audio' && kind?.mime === 'video/mp4') return { mime: 'audio/mp4', extension: 'm4a' };
  return family === type ? kind : undefined;
}
