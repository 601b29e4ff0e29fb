import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { isRecord } from '../../src/schemas/kit/is-record';
import { bytesOf } from '../outbound/stream-bytes';
import { Refused } from './command';

/**
 * A backup on disk: a line that says what it is, a line of JSON with salt and nonce, then blocks of compressed lines, each sealed
 * with AES-256-GCM together with its number and whether it is the last. A block that was changed, left out, moved or cut off
 * does not open.
 */
const mark = 'PROSPECTUS BACKUP 1\n';
const blockBytes = 256 * 1024;
const tagBytes = 16;

interface Head {
  readonly made: string;
  /** What opens it. */
  readonly key: 'SECRET_KEY' | 'passphrase';
  readonly salt: string;
  readonly nonce: string;
  /** Distinguishes a wrong key from a damaged file. */
  readonly check: string;
}

/** Writes the lines, flushed to the disk; the file has its name when it is whole. Returns its size. */
export async function writeBackup(
  path: string,
  key: { readonly kind: Head['key']; readonly text: string },
  lines: AsyncIterable<string>,
): Promise<number> {
  const salt = randomBytes(16);
  const nonce = randomBytes(8);
  const secret = keyOf(key.text, salt);
  const head: Head = {
    made: new Date().toISOString(),
    key: key.kind,
    salt: salt.toString('base64url'),
    nonce: nonce.toString('base64url'),
    check: checkOf(secret),
  };
  const headText = `${mark}${JSON.stringify(head)}\n`;
  const draft = `${path}.part`;
  const file = await open(draft, 'wx', 0o600);
  try {
    let size = (await file.write(headText)).bytesWritten;
    let number = 0;
    let rest = Buffer.alloc(0);
    const put = async (plain: Buffer, last: boolean): Promise<void> => {
      const sealed = sealBlock(secret, nonce, headText, number++, last, plain);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(sealed.length);
      size += (await file.write(Buffer.concat([length, sealed]))).bytesWritten;
    };
    await pipeline(Readable.from(lines), createGzip({ level: 1 }), async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of packed) {
        rest = Buffer.concat([rest, piece]);
        for (; rest.length > blockBytes; rest = rest.subarray(blockBytes)) await put(rest.subarray(0, blockBytes), false);
      }
    });
    await put(rest, true);
    await file.sync();
    await file.close();
    await rename(draft, path);
    return size;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

/** The header of the file; throws Refused if it is not a backup. */
export async function backupHead(path: string): Promise<Head & { readonly text: string }> {
  const file = await open(path, 'r').catch(() => {
    throw new Refused(`There is no backup at ${path}.`);
  });
  try {
    const start = Buffer.alloc(2000);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    const text = /^PROSPECTUS BACKUP 1\n(\{[^\n]*\})\n/.exec(start.toString('latin1', 0, bytesRead));
    const head = text && parsed(text[1] ?? '');
    if (!isHead(head)) throw new Refused(`${path} is not a Prospectus backup, or its first lines are damaged.`);
    return { ...head, text: text?.[0] ?? '' };
  } finally {
    await file.close();
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
const isHead = (head: unknown): head is Head =>
  isRecord(head) &&
  (head['key'] === 'SECRET_KEY' || head['key'] === 'passphrase') &&
  ['made', 'salt', 'nonce', 'check'].every((name) => typeof head[name] === 'string');

/** The lines of a backup. Throws Refused with the place of the first block that is not as it was written. */
export async function* readBackup(path: string, keyText: string): AsyncGenerator<string> {
  const head = await backupHead(path);
  const secret = keyOf(keyText, Buffer.from(head.salt, 'base64url'));
  if (!isSame(checkOf(secret), head.check))
    throw new Refused(
      `${path} was made with another ${head.key === 'passphrase' ? 'passphrase' : 'SECRET_KEY'}, or its first lines are damaged.`,
    );
  const opened = createGunzip();
  const failed = pipeline(Readable.from(blocksOf(path, head, secret)), opened).then(
    () => undefined,
    (error: unknown) => error,
  );
  // `failed` reports once why reading ended.
  opened.on('error', () => {});
  try {
    const decoder = new StringDecoder('utf8');
    let text = '';
    for await (const piece of bytesOf(opened)) {
      const lines = (text + decoder.write(piece)).split('\n');
      text = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    throw (await failed) ?? error;
  }
  const error = await failed;
  if (error) throw error;
}

async function* blocksOf(path: string, head: Head & { readonly text: string }, secret: Buffer): AsyncGenerator<Buffer> {
  const nonce = Buffer.from(head.nonce, 'base64url');
  let at = Buffer.byteLength(head.text, 'latin1');
  let number = 0;
  let rest = Buffer.alloc(0);
  let last = false;
  const damaged = (to: number): Refused =>
    new Refused(`${path} is damaged in block ${number + 1}, bytes ${at} to ${to}. Nothing was restored. Take another backup.`);
  for await (const piece of bytesOf(createReadStream(path, { start: at }))) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0);
      if (last || length < tagBytes || length > blockBytes + tagBytes) throw damaged(at + 4);
      if (rest.length < 4 + length) break;
      const sealed = rest.subarray(4, 4 + length);
      const plain =
        openBlock(secret, nonce, head.text, number, false, sealed) ?? openBlock(secret, nonce, head.text, number, true, sealed);
      if (!plain) throw damaged(at + 4 + length);
      last = plain.last;
      yield plain.bytes;
      rest = rest.subarray(4 + length);
      at += 4 + length;
      number++;
    }
  }
  if (!last)
    throw new Refused(`${path} is cut off after block ${number}, byte ${at}. Nothing was restored. Take another backup.`);
  if (rest.length > 0) throw damaged(at + rest.length);
}

function sealBlock(secret: Buffer, nonce: Buffer, head: string, number: number, last: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', secret, ivOf(nonce, number));
  cipher.setAAD(placeOf(head, number, last));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([cipher.getAuthTag(), body]);
}

function openBlock(
  secret: Buffer,
  nonce: Buffer,
  head: string,
  number: number,
  last: boolean,
  sealed: Buffer,
): { readonly bytes: Buffer; readonly last: boolean } | undefined {
  const decipher = createDecipheriv('aes-256-gcm', secret, ivOf(nonce, number));
  decipher.setAAD(placeOf(head, number, last));
  decipher.setAuthTag(sealed.subarray(0, tagBytes));
  try {
    return { bytes: Buffer.concat([decipher.update(sealed.subarray(tagBytes)), decipher.final()]), last };
  } catch {
    return undefined;
  }
}

function ivOf(nonce: Buffer, number: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(number);
  return Buffer.concat([nonce, count]);
}
const placeOf = (head: string, number: number, last: boolean): Buffer => Buffer.from(`${head}${number}${last ? ' last' : ''}`);
const keyOf = (text: string, salt: Buffer): Buffer =>
  scryptSync(text, salt, 32, { N: 32768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
const checkOf = (secret: Buffer): string => createHmac('sha256', secret).update('backup key').digest('base64url').slice(0, 16);
const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
