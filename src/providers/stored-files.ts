import { serverNow } from '../ui/time/server-clock';
import { onSessionEnd } from './session/session';
import { filesDatabase } from './remove-stored-files';

/** How long a content is kept that nobody came back for, in milliseconds. */
const kept = 24 * 3_600_000;
interface Content {
  readonly text: string;
  readonly until: number;
}

let opened: Promise<IDBDatabase> | undefined;
const forget = (): void => void (opened = undefined);
onSessionEnd(forget);

/**
 * Contents of files by key, as data URLs, for all tabs of this browser; they are removed at the end of the session. A browser without
 * IndexedDB, or one whose disk is full, keeps none. Nothing here rejects.
 */
export const storedFiles = {
  read: (key: string): Promise<string | undefined> =>
    within('readonly', (store): IDBRequest<Content | undefined> => store.get(key)).then((content) => content?.text),
  write: (key: string, text: string): Promise<unknown> =>
    within('readwrite', (store) => store.put({ text, until: serverNow() + kept } satisfies Content, key)),
  remove: (key: string): Promise<unknown> => within('readwrite', (store) => store.delete(key)),
};

async function within<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const database = await (opened ??= open());
    return await answerOf(ask(database.transaction('files', mode).objectStore('files')));
  } catch {
    return undefined;
  }
}

async function open(): Promise<IDBDatabase> {
  const asking = indexedDB.open(filesDatabase, 1);
  asking.addEventListener('upgradeneeded', () => asking.result.createObjectStore('files'));
  const database = await answerOf(asking);
  // the end of the session deletes it, in this tab or another one
  database.addEventListener('versionchange', () => {
    database.close();
    forget();
  });
  removeOld(database.transaction('files', 'readwrite').objectStore('files'));
  return database;
}

function removeOld(store: IDBObjectStore): void {
  const asking: IDBRequest<IDBCursorWithValue | null> = store.openCursor();
  asking.addEventListener('success', () => {
    const cursor = asking.result;
    if (!cursor) return;
    const { until }: Content = cursor.value;
    if (until < serverNow()) cursor.delete();
    cursor.continue();
  });
}

const answerOf = <T>(asking: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asking.addEventListener('success', () => resolve(asking.result));
    asking.addEventListener('error', () => reject(asking.error ?? new Error('The browser keeps no files.')));
  });
