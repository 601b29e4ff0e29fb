import { startOfBytes } from './data-url';

/** An attachment as the call-action form holds it: a data URL, the extension and the name. */
export interface Attachment {
  readonly img: string;
  readonly ext: string;
  readonly name: string;
}
export interface AttachedFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

export const attachmentLimit = { files: 5, bytes: 5 * 1024 * 1024 } as const;

const kinds: Record<string, { readonly mime: string; readonly starts: readonly number[] }> = {
  pdf: { mime: 'application/pdf', starts: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  png: { mime: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  jpg: { mime: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  jpeg: { mime: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
};

/** The decoded file, or a sentence saying what is wrong with it (D-066). The size is known before anything is decoded. */
export function readAttachment(attachment: Attachment): AttachedFile | string {
  const name = attachment.name.split(/[\\/]/).at(-1)!.trim() || 'attachment';
  const kind = kinds[attachment.ext.replace(/^\./, '').toLowerCase()];
  if (!kind) return `${name}: only PDF, JPG, JPEG and PNG files can be attached.`;
  if (nameExtension(name) !== undefined && kinds[nameExtension(name)!]?.mime !== kind.mime)
    return `${name}: the file name does not match the type ${attachment.ext}.`;

  const start = startOfBytes(attachment.img);
  if (start === undefined) return `${name}: the file could not be read.`;
  const length = attachment.img.length - start;
  const padding = attachment.img.endsWith('==') ? 2 : attachment.img.endsWith('=') ? 1 : 0;
  const size = Math.floor((length * 3) / 4) - padding;
  if (size > attachmentLimit.bytes) return `${name} is larger than 5 MB.`;

  const bytes = Buffer.from(attachment.img.slice(start), 'base64');
  // Buffer skips characters that are not base64, so the bytes would differ from what was sent.
  const isExact = bytes.toString('base64').slice(0, length - padding) === attachment.img.slice(start, start + length - padding);
  if (bytes.length !== size || size === 0 || !isExact) return `${name}: the file could not be read.`;
  if (!kind.starts.every((byte, i) => bytes[i] === byte))
    return `${name}: the content does not match the type ${attachment.ext}.`;
  return { name, mime: kind.mime, bytes };
}

function nameExtension(name: string): string | undefined {
  const match = /\.([A-Za-z0-9]{1,8})$/.exec(name);
  return match?.[1]!.toLowerCase();
}
