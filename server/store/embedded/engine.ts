import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { problem } from '../../../src/schemas/kit/problem';
import type { Connection } from '../connection';
import { pgliteConnection, pgliteOptions, sendTo } from '../pglite';
import type { WorkerAnswer, WorkerRequest } from './messages';

/** One running PGlite: in its thread where the built worker file is there, else in this one (tests, scripts). */
export interface Engine extends Connection {
  close(): Promise<void>;
  /** Ends it at once, whatever it is doing; all that waits fails with 503. */
  kill(): void;
  readonly dead: boolean;
}

/** A directory that is still being written is a promise: the thread reads and compiles its code meanwhile. Rejects as that promise does. */
export async function startEngine(
  directory: string | Promise<string>,
  workerFile: URL | undefined,
  statementLimit = 60_000,
): Promise<Engine> {
  return workerFile ? startWorker(directory, workerFile, statementLimit) : startHere(await directory);
}

async function startHere(directory: string): Promise<Engine> {
  const database = await PGlite.create(directory, pgliteOptions);
  await database.exec(`set timezone to 'UTC'`);
  return Object.assign(pgliteConnection(sendTo(database)), {
    close: () => database.close(),
    kill: () => {},
    dead: false,
  });
}

const openingMs = 120_000;

/**
 * `statementLimit` (ms) is the watchdog: PGlite knows no statement_timeout, and after a full disk one statement never returns.
 * Past it the thread is ended; nothing of the open transaction was committed.
 */
async function startWorker(directory: string | Promise<string>, file: URL, statementLimit: number): Promise<Engine> {
  const worker = new Worker(file, { name: 'database' });
  const waiting = new Map<
    number,
    { resolve(messages: Uint8Array<ArrayBuffer>): void; reject(error: unknown): void; timer: NodeJS.Timeout }
  >();
  let lastId = 0;
  let dead = false;
  const die = (): void => {
    if (dead) return;
    dead = true;
    void worker.terminate();
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(problem(503, 'The database is restarting. Try again in a moment.'));
    }
    waiting.clear();
  };
  worker.on('message', (answer: WorkerAnswer) => {
    const call = waiting.get(answer.id);
    if (!call) return;
    waiting.delete(answer.id);
    clearTimeout(call.timer);
    if ('failure' in answer) call.reject(new Error(answer.failure));
    else call.resolve(answer.messages);
  });
  worker.on('error', die);
  worker.on('exit', die);
  const wait = (id: number, limit: number): Promise<Uint8Array<ArrayBuffer>> =>
    new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, timer: setTimeout(die, limit) });
    });
  const call = (request: WorkerRequest, given: ArrayBuffer[] = [], limit = statementLimit): Promise<Uint8Array<ArrayBuffer>> => {
    if (dead) return Promise.reject(problem(503, 'The database is restarting. Try again in a moment.'));
    const answer = wait(request.id, limit);
    worker.postMessage(request, given);
    return answer;
  };
  try {
    await call({ id: 0, directory: await directory }, [], openingMs);
  } catch (error) {
    die();
    throw error;
  }
  return {
    ...pgliteConnection((messages) => call({ id: ++lastId, messages }, [messages.buffer])),
    async close() {
      if (!dead) await call({ id: ++lastId, close: true }).catch(() => {});
      die();
    },
    kill: die,
    get dead() {
      return dead;
    },
  };
}
