import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { errorMessage } from '../../domain/error-details';
import { pgliteOptions, sendTo, type Send } from '../pglite';
import type { WorkerAnswer, WorkerRequest } from './messages';

/**
 * The embedded database in a thread of its own, so that a long statement does not hold the server's event loop. Messages are handed over,
 * not copied, and the server reads them: rows that are read here would be written and read once more on their way.
 */
const port = parentPort!;
const program = readProgram();
program.catch(() => undefined); // opening a directory reports it
let database: PGlite | undefined;
let send: Send = () => Promise.reject(new Error('the database thread was given no directory'));

const answer = (id: number, messages: Uint8Array<ArrayBuffer>): void =>
  port.postMessage({ id, messages } satisfies WorkerAnswer, [messages.buffer]);
port.on('message', (request: WorkerRequest) => {
  work(request).then(
    (messages) => answer(request.id, messages),
    (error: unknown) => port.postMessage({ id: request.id, failure: errorMessage(error) } satisfies WorkerAnswer),
  );
});

async function work(request: WorkerRequest): Promise<Uint8Array<ArrayBuffer>> {
  if ('messages' in request) return send(request.messages);
  if ('directory' in request) {
    database = await PGlite.create(request.directory, { ...pgliteOptions, ...(await program) });
    await database.exec(`set timezone to 'UTC'`);
    send = sendTo(database);
  } else await database?.close();
  return new Uint8Array(0);
}

/** PostgreSQL as PGlite brings it: compiled before its directory is there. */
async function readProgram() {
  const folder = import.meta.resolve('@electric-sql/pglite');
  const read = (name: string): Promise<Buffer<ArrayBuffer>> => readFile(new URL(name, folder));
  const [pgliteWasmModule, fsBundle] = await Promise.all([
    read('pglite.wasm').then((code) => WebAssembly.compile(code)),
    read('pglite.data').then((files) => new Blob([files])),
  ]);
  return { pgliteWasmModule, fsBundle };
}
