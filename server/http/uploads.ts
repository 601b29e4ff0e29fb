import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { newId } from '../store/ids';
import type { Context } from '../context/context';

export interface Upload {
  readonly fields: AnyRow;
  readonly file?: Omit<NonNullable<Context['upload']>, 'stored'>;
  /** Deletes the file; the handler has copied what it needs. */
  remove(): Promise<void>;
}

/** Takes the parts of a multipart body: texts, and one file streamed to disk. Undefined when the body is JSON. */
export async function receiveUpload(
  request: FastifyRequest,
  dataDir: string,
  limit = 2 * 1024 * 1024,
): Promise<Upload | undefined> {
  if (!request.isMultipart()) return undefined;
  const folder = join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true });
  const path = join(folder, newId());
  const remove = (): Promise<void> => rm(path, { force: true });
  const fields: AnyRow = {};
  let file: Upload['file'];
  try {
    for await (const part of request.parts({ limits: { fileSize: limit, files: 1, fields: 200, fieldSize: 1024 * 1024 } })) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else {
        const hash = createHash('sha256');
        part.file.on('data', (piece: Buffer) => hash.update(piece));
        await pipeline(part.file, createWriteStream(path));
        if (part.file.truncated) throw tooLarge(limit);
        const { fieldname: field, filename: name, mimetype: mime } = part;
        file = { field, path, name, mime, size: (await stat(path)).size, sha256: hash.digest('hex') };
      }
    }
    return { fields, ...(file ? { file } : {}), remove };
  } catch (error) {
    await remove();
    throw translated(error, limit);
  }
}

function tooLarge(limit: number): Error {
  return problem(413, `The file is too large; the maximum is ${Math.floor(limit / 1024 / 1024)} MB.`);
}
function translated(error: unknown, limit: number): unknown {
  const { code = '' } = isRecord(error) ? error : {};
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(limit);
  if (code === 'FST_FILES_LIMIT') return problem(422, 'Only one file can be uploaded at a time.');
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return problem(422, 'The form has too many fields.');
  if (code === 'ENOSPC') return problem(507, 'The server has no space left for the file.');
  if (error instanceof Error && /Unexpected end|Malformed|Multipart/i.test(error.message))
    return problem(422, 'The upload is incomplete.');
  return error;
}
