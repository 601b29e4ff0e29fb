import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { invalid } from '../../src/schemas/kit/problem';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The formats that an upload takes: what the message about any other file names. */
export type UploadFormats = 'CSV' | 'CSV or XLSX';

/**
 * By byte-order mark, else by the zeros of UTF-16, else UTF-8 when every byte sequence is valid, else windows-1252. Reads the
 * file once.
 */
export async function detectEncoding(path: string, formats: UploadFormats = 'CSV'): Promise<Encoding> {
  const head = await readHead(path, 4096);
  const encoding = await encodingOf(path, head, formats);
  const text = new TextDecoder(encoding).decode(head);
  if ((text.match(noText)?.length ?? 0) > 2 + text.length / 50)
    throw invalid('file', `This is not a text file. Upload a ${formats} file.`);
  return encoding;
}

/** What no text has: control characters, and codes that stand for no letter. */
const noText = /(?!\s)\p{Cc}|[\ufffd\p{Cn}\p{Co}]/gu;

async function encodingOf(path: string, head: Buffer, formats: UploadFormats): Promise<Encoding> {
  if (!head.length) throw invalid('file', 'The file is empty');
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1')) || head.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    const as = formats === 'CSV' ? 'CSV (UTF-8)' : 'XLSX or CSV (UTF-8)';
    throw invalid('file', `This is an Excel workbook. Save it as ${as} and upload that file.`);
  }
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') throw invalid('file', `This is a PDF document, not a ${formats} file`);
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros: [number, number] = [0, 0];
  head.forEach((byte, at) => (zeros[at % 2 === 0 ? 0 : 1] += byte === 0 ? 1 : 0));
  if (zeros[1] > head.length / 4) return 'utf-16le';
  if (zeros[0] > head.length / 4) return 'utf-16be';
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252';
}

/** The text of the file piece by piece, without its byte-order mark. Throws Problem 422 with the line of a NUL character. */
export async function* readText(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let line = 1;
  for await (const bytes of createReadStream(path, { highWaterMark: 32 * 1024 })) {
    const text = decoder.decode(bytes, { stream: true });
    const nul = text.indexOf('\0');
    if (nul >= 0) {
      throw invalid(
        'file',
        `Line ${line + newlines(text.slice(0, nul))} contains a NUL character: this is not a text file, or it is damaged`,
      );
    }
    line += newlines(text);
    yield text;
  }
  yield decoder.decode();
}

function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

async function readHead(path: string, size: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
