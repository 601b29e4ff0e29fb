import { recordIn } from '../../schemas/kit/is-record';
import type { AnyRow } from '../../schemas/kit/resource';
import { browserStored, readJson } from '../stored';

declare global {
  interface Window {
    /** The requests of `src/early.ts`, by address. */
    earlyReads?: Map<string, Promise<Response | undefined>>;
  }
}

/**
 * The first requests of a page are recorded by its address; at the next visit `src/early.ts` makes them before the code has
 * loaded. Only reads marked as such are recorded: no search texts and no writes. Cleared at the end of the session.
 */
const key = 'earlyReads';
const mostPages = 30;
const mostReads = 6;
/** An older answer is not used. */
const freshMs = 10_000;

interface Kept {
  readonly user: string;
  /** The recorded reads of each address; invalid entries are ignored. */
  readonly pages: AnyRow;
}

interface EarlyAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}
// Tests and tools load this file outside a browser.
const asked = (): Map<string, Promise<Response | undefined>> | undefined =>
  typeof window === 'object' ? window.earlyReads : undefined;

/** Answers that have arrived, for a list that is rendered with its rows at once. */
const come = new Map<string, EarlyAnswer>();
for (const [path, read] of asked() ?? [])
  void read
    .then(async (response) => {
      if (!response?.ok) return;
      const { status, headers } = response;
      come.set(path, { status, headers, body: (await response.clone().json()) as unknown });
    })
    .catch(() => undefined); // not JSON: the regular request will report the error

/** The early answer to a request, once, if it has arrived and is valid; otherwise undefined. */
export async function takeEarlyRead(path: string): Promise<Response | undefined> {
  const read = asked()?.get(path);
  forget(path);
  if (!read || performance.now() > freshMs) return undefined;
  const response = await read;
  return response?.ok ? response : undefined;
}

/** The same without waiting: undefined while it is pending. */
export function takeEarlyAnswer(path: string): EarlyAnswer | undefined {
  const answer = asked()?.has(path) && performance.now() <= freshMs ? come.get(path) : undefined;
  if (answer) forget(path);
  return answer;
}
function forget(path: string): void {
  asked()?.delete(path);
  come.delete(path);
}

/** Addresses recorded in this document: the first read of a visit starts their list again. */
const visited = new Set<string>();

/** Records that the page at the current address reads `path`. */
export function rememberEarlyRead(path: string, user: string): void {
  const address = window.location.pathname + window.location.search;
  if (/[?&]q=/.test(address + path)) return;
  const kept = readKept(user);
  const before = kept.pages[address];
  const known = visited.has(address) && Array.isArray(before) ? before : [];
  visited.add(address);
  if (known.includes(path) || known.length === mostReads) return;
  const others = Object.entries(kept.pages).filter(([one]) => one !== address);
  const pages = Object.fromEntries([...others.slice(1 - mostPages), [address, [...known, path]]]);
  browserStored.write(key, JSON.stringify({ user, pages } satisfies Kept));
}

export function forgetEarlyReads(): void {
  visited.clear();
  browserStored.write(key, undefined);
}

function readKept(user: string): Kept {
  const kept = recordIn(readJson(browserStored.read(key)));
  return { user, pages: kept['user'] === user ? recordIn(kept['pages']) : {} };
}
