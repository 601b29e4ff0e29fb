import { readFile } from 'node:fs/promises';
import { cleanSvg } from '../domain/clean-svg';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { startOfBytes } from '../domain/data-url';
import type { FileStore } from '../context/file-store';
import type { Context, SentFile } from '../context/context';
import type { Endpoint } from './endpoints';
import type { Upload } from './uploads';

type ReceivedFile = NonNullable<Upload['file']>;
const largestDrawing = 2 * 1024 * 1024;

/**
 * Stores the files of a request before its transaction starts, which then only writes their rows (TRUST-S35): no
 * connection waits for a disk. Bytes of a request that is refused afterwards have no row, and are swept.
 */
export async function storeFiles(
  files: FileStore,
  tenantId: string,
  { filesIn }: Pick<Endpoint, 'filesIn'>,
  values: Readonly<AnyRow>,
  upload: ReceivedFile | undefined,
): Promise<Pick<Context, 'upload' | 'sent'>> {
  const sent = new Map<string, SentFile>();
  for (const text of filesIn?.(values) ?? []) {
    const start = typeof text === 'string' ? startOfBytes(text) : undefined;
    if (typeof text !== 'string' || start === undefined) continue;
    const { bytes, stored } = sent.get(text) ?? { bytes: Buffer.from(text.slice(start), 'base64'), stored: [] };
    sent.set(text, { bytes, stored: [...stored, await files.store(tenantId, bytes)] });
  }
  if (!upload) return { sent };
  const source = await storedForm(upload);
  return { sent, upload: { ...upload, stored: source === null ? null : await files.store(tenantId, source) } };
}

/** A drawing is stored cleaned; an invalid or too large one is not stored. */
async function storedForm({ name, path, size }: ReceivedFile): Promise<Buffer | string | null> {
  if (!/\.svg$/i.test(name)) return path;
  const clean = size > largestDrawing ? null : cleanSvg(await readFile(path, 'utf8'));
  return clean === null ? null : Buffer.from(clean);
}
