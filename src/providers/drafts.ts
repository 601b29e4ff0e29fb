import { recordIn } from '../schemas/kit/is-record';
import type { AnyRow } from '../schemas/kit/resource';
import { newKey } from './calls/new-key';
import { currentSession, onSessionEnd } from './session/session';
import { createEvent, useStore } from './store';
import { readJson, tabStored } from './stored';

/** What a user is writing, by key, kept in this tab until it is saved or the user signs out. */
export interface Drafts<T> {
  /** The same object until it changes. */
  readonly of: (key: string) => T;
  /** `next` gets the draft as it is now, which may be newer than the one on the screen. */
  readonly change: (key: string, next: (now: T) => T) => void;
  readonly drop: (key: string) => void;
  /**
   * `work` gets a reference for the server: an unchanged draft that is sent again, even after a reload, is one write. Afterwards the
   * draft is dropped, unless it was changed meanwhile.
   */
  readonly send: (key: string, work: (draft: T, ref: string) => Promise<unknown>) => Promise<void>;
  readonly subscribe: (changed: () => void) => () => void;
}
interface Entry<T> {
  readonly draft: T;
  readonly ref?: string;
}

/** `read` makes a draft of anything stored, and the empty one of nothing; `isEmpty` says which need not be stored. */
export function makeDrafts<T>(name: string, read: (stored: AnyRow) => T, isEmpty: (draft: T) => boolean): Drafts<T> {
  const none: Entry<T> = { draft: read({}) };
  const changed = createEvent();
  let known = { from: '', entries: new Map<string, Entry<T>>() };
  const user = (): string => currentSession()?.user.id ?? '';
  const entries = (): ReadonlyMap<string, Entry<T>> => {
    const text = tabStored.read(name);
    const from = `${user()}\n${text}`;
    if (known.from !== from) known = { from, entries: entriesIn(text) };
    return known.entries;
  };
  const entriesIn = (text: string | null): Map<string, Entry<T>> => {
    const stored = recordIn(readJson(text));
    if (stored['user'] !== user()) return new Map();
    return new Map(
      Object.entries(recordIn(stored['entries'])).map(([key, one]) => {
        const { draft, ref } = recordIn(one);
        return [key, { draft: read(recordIn(draft)), ...(typeof ref === 'string' ? { ref } : {}) }];
      }),
    );
  };
  const put = (key: string, entry: Entry<T>): void => {
    const others = [...entries()].filter(([one]) => one !== key);
    const next = Object.fromEntries(isEmpty(entry.draft) ? others : [...others, [key, entry]]);
    tabStored.write(name, Object.keys(next).length ? JSON.stringify({ user: user(), entries: next }) : undefined);
    changed.tell();
  };
  const at = (key: string): Entry<T> => entries().get(key) ?? none;
  onSessionEnd(() => tabStored.write(name, undefined));
  return {
    of: (key) => at(key).draft,
    change(key, next) {
      const { draft } = at(key);
      const to = next(draft);
      if (to !== draft) put(key, { draft: to });
    },
    drop: (key) => put(key, none),
    async send(key, work) {
      const { draft, ref = newKey() } = at(key);
      put(key, { draft, ref });
      await work(draft, ref);
      if (at(key).ref === ref) put(key, none);
    },
    subscribe: changed.on,
  };
}

/** The draft now; renders again when it changes. */
export const useDraft = <T>({ of, subscribe }: Drafts<T>, key: string): T => useStore({ get: () => of(key), subscribe });

/** A text of what is stored. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
