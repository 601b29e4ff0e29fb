import { open, type FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { Readable, Transform } from 'node:stream';
import { invalid } from '../../../src/schemas/kit/problem';
import { damaged } from './xml-tags';

/** An XLSX file is a zip; one that unpacks to far more than a list of leads is a bomb or a mistake (TRUST-S22). */
export const zipLimits = { entries: 2000, unpacked: 256 * 1024 * 1024, ratio: 100 } as const;

interface Entry {
  readonly at: number;
  readonly packed: number;
  readonly method: number;
}
export interface Zip {
  readonly names: readonly string[];
  /** The text of an entry in parts; undefined without it. Throws Problem 422 when it unpacks to too much. */
  text(name: string): AsyncIterable<string> | undefined;
  close(): Promise<void>;
}
const broken = (): never => {
  throw damaged();
};

/** Throws Problem 422 on path 'file'. */
export async function openZip(path: string): Promise<Zip> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const entries = await directory(file, size);
    let unpacked = 0;
    const count = (bytes: number, packed: number, own: number): void => {
      unpacked += bytes;
      if (unpacked > zipLimits.unpacked || own > Math.max(1024 * 1024, packed * zipLimits.ratio))
        throw invalid('file', 'The XLSX file unpacks to too much data. Save the sheet as CSV.');
    };
    return {
      names: [...entries.keys()],
      text: (name) => {
        const entry = entries.get(name);
        return entry && textOf(file, entry, count);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function directory(file: FileHandle, size: number): Promise<Map<string, Entry>> {
  const tail = await bytes(file, Math.max(0, size - 66_000), Math.min(size, 66_000));
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > tail.length) return broken();
  const [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (count > zipLimits.entries || length > 4 * 1024 * 1024 || start + length > size) return broken();
  const list = await bytes(file, start, length);
  const entries = new Map<string, Entry>();
  for (let at = 0, left = count; left > 0; left--) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== 0x02014b50) return broken();
    const [name, extra, comment] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30), list.readUInt16LE(at + 32)];
    if (list.readUInt16LE(at + 8) & 1) throw invalid('file', 'The XLSX file has a password. Save it without one.');
    entries.set(list.toString('utf8', at + 46, at + 46 + name), {
      at: list.readUInt32LE(at + 42),
      packed: list.readUInt32LE(at + 20),
      method: list.readUInt16LE(at + 10),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

async function bytes(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, from);
  return bytesRead === length ? buffer : broken();
}

async function* textOf(
  file: FileHandle,
  entry: Entry,
  count: (bytes: number, packed: number, own: number) => void,
): AsyncGenerator<string> {
  const head = await bytes(file, entry.at, 30);
  if (head.readUInt32LE(0) !== 0x04034b50 || ![0, 8].includes(entry.method)) return broken();
  const from = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const packed = Readable.from(parts(file, from, entry.packed));
  const plain: Transform =
    entry.method === 8 ? createInflateRaw() : new Transform({ transform: (part, _, done) => done(null, part) });
  packed.on('error', (error) => plain.destroy(error));
  const decoder = new TextDecoder();
  let own = 0;
  try {
    const unpackedParts: AsyncIterable<Buffer> = packed.pipe(plain);
    for await (const part of unpackedParts) {
      own += part.length;
      count(part.length, entry.packed, own);
      yield decoder.decode(part, { stream: true });
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) return broken();
    throw error;
  } finally {
    packed.destroy();
  }
  yield decoder.decode();
}

async function* parts(file: FileHandle, from: number, length: number): AsyncGenerator<Buffer> {
  const size = 64 * 1024;
  for (let at = 0; at < length; at += size) yield bytes(file, from + at, Math.min(size, length - at));
}
