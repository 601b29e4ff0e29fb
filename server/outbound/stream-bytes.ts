import type { Readable } from 'node:stream';

/** The pieces of a stream of bytes; a stream of texts or objects is refused. */
export async function* bytesOf(stream: Readable): AsyncGenerator<Buffer> {
  for await (const piece of stream) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('the stream returned no bytes');
    yield piece;
  }
}
