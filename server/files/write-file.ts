import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { problem } from '../../src/schemas/kit/problem';
import { errorCode } from '../domain/error-details';

export interface Written {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Copies to `target` so that it is there whole or not at all: temporary file, fsync, rename, fsync of the folder. Throws Problem
 * 507 on a full disk.
 */
export async function writeWhole(source: Buffer | string | Readable, target: string): Promise<Written> {
  const part = `${target}.part`;
  try {
    await mkdir(dirname(target), { recursive: true });
    const written = await copy(source, part);
    await rename(part, target);
    await flushFolder(dirname(target));
    return written;
  } catch (error) {
    await rm(part, { force: true });
    if (isDiskFull(error)) throw problem(507, 'The server has no space left for this file. Please try again later.');
    throw error;
  }
}

async function copy(source: Buffer | string | Readable, part: string): Promise<Written> {
  const hash = createHash('sha256');
  let size = 0;
  const from: AsyncIterable<Buffer> | Buffer[] =
    typeof source === 'string' ? createReadStream(source) : Buffer.isBuffer(source) ? [source] : source;
  const file = await open(part, 'wx');
  try {
    for await (const chunk of from) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
}
