import { parentPort, workerData } from 'node:worker_threads';
import { isRecord } from '../../../src/schemas/kit/is-record';
import { PGlite } from '@electric-sql/pglite';
import { pgliteConnection, pgliteOptions } from '../pglite';
import type { WorkerAnswer, WorkerRequest } from './messages';

/** The embedded database in a thread of its own, so that a long statement does not hold the server's event loop. */
const port = parentPort!;
const { directory } = isRecord(workerData) ? workerData : {};
if (typeof directory !== 'string') throw new Error('the database thread was given no directory');

try {
  const database = await PGlite.create(directory, pgliteOptions);
  await database.exec(`set timezone to 'UTC'`);
  const connection = pgliteConnection(database);
  port.on('message', (request: WorkerRequest) => {
    const done = (answer: WorkerAnswer): void => port.postMessage(answer);
    const failed = (error: unknown): void => done({ id: request.id, failure: failureOf(error) });
    switch (request.op) {
      case 'query':
        connection.query(request.statement).then((value) => done({ id: request.id, value }), failed);
        return;
      case 'script':
        connection.script(request.text).then((value) => done({ id: request.id, value }), failed);
        return;
      case 'close':
        database.close().then(() => done({ id: request.id, value: null }), failed);
    }
  });
  port.postMessage({ id: 0, value: 'ready' } satisfies WorkerAnswer);
} catch (error) {
  port.postMessage({ id: 0, failure: failureOf(error) } satisfies WorkerAnswer);
}

function failureOf(error: unknown): { message: string; code?: string; constraint?: string; detail?: string; table?: string } {
  const told = isRecord(error) ? error : {};
  const failure = { message: String(told['message'] ?? error) };
  return ['code', 'constraint', 'detail', 'table'].reduce(
    (all, name) => (typeof told[name] === 'string' ? { ...all, [name]: told[name] } : all),
    failure,
  );
}
