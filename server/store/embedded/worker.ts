import { parentPort, workerData } from 'node:worker_threads';
import { isRecord } from '../../../src/schemas/kit/is-record';
import { errorMessage } from '../../domain/error-details';
import { PGlite } from '@electric-sql/pglite';
import { pgliteOptions, sendTo } from '../pglite';
import type { WorkerAnswer, WorkerRequest } from './messages';

/**
 * The embedded database in a thread of its own, so that a long statement does not hold the server's event loop. Messages are handed over,
 * not copied, and the server reads them: rows that are read here would be written and read once more on their way.
 */
const port = parentPort!;
const { directory } = isRecord(workerData) ? workerData : {};
if (typeof directory !== 'string') throw new Error('the database thread was given no directory');

const answer = (id: number, messages: Uint8Array<ArrayBuffer>): void =>
  port.postMessage({ id, messages } satisfies WorkerAnswer, [messages.buffer]);
const failed =
  (id: number) =>
  (error: unknown): void =>
    port.postMessage({ id, failure: errorMessage(error) } satisfies WorkerAnswer);

try {
  const database = await PGlite.create(directory, pgliteOptions);
  await database.exec(`set timezone to 'UTC'`);
  const send = sendTo(database);
  port.on('message', (request: WorkerRequest) => {
    const { id } = request;
    if ('close' in request) database.close().then(() => answer(id, new Uint8Array(0)), failed(id));
    else send(request.messages).then((messages) => answer(id, messages), failed(id));
  });
  answer(0, new Uint8Array(0));
} catch (error) {
  failed(0)(error);
}
