import { isRecord } from '../../schemas/kit/is-record';
import type { AnyRow } from '../../schemas/kit/resource';

declare global {
  interface Window {
    /** What `src/early.ts` asked for, by address. */
    earlyReads?: Map<string, Promise<Response | undefined>>;
  }
}

/**
 * What a page asks for first is remembered by its address, for `src/early.ts` to ask at the next visit before the code is there.
 * Only reads that say so come here: no search text, nothing that writes. Forgotten at the end of the session.
 */
const key = 'earlyReads';
const mostPages = 30;
const mostReads = 6;
/** An answer older than this is no longer news. */
const freshMs = 10_000;

interface Kept {
  readonly user: string;
  /** The reads of each address; what a person edited is passed over. */
  readonly pages: AnyRow;
}

interface EarlyAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}
// Tests and tools load this file without a browser.
const asked = (): Map<string, Promise<Response | undefined>> | undefined =>
  typeof window === 'object' ? window.earlyReads : undefined;

/** What has come already, for a list that is drawn with its rows at once. */
const come = new Map<string, EarlyAnswer>();
for (const [path, read] of asked() ?? [])
  void read
    .then(async (response) => {
      if (!response?.ok) return;
      const { status, headers } = response;
      come.set(path, { status, headers, body: (await response.clone().json()) as unknown });
    })
    .catch(() => undefined); // no JSON: who asks for it finds out in the usual way

/** The answer asked for ahead, once, when it is there and good; undefined otherwise. */
export async function takeEarlyRead(path: string): Promise<Response | undefined> {
  const read = asked()?.get(path);
  forget(path);
  if (!read || performance.now() > freshMs) return undefined;
  const response = await read;
  return response?.ok ? response : undefined;
}

/** The same without waiting: undefined while it is still on its way. */
export function takeEarlyAnswer(path: string): EarlyAnswer | undefined {
  const answer = asked()?.has(path) && performance.now() <= freshMs ? come.get(path) : undefined;
  if (answer) forget(path);
  return answer;
}
function forget(path: string): void {
  asked()?.delete(path);
  come.delete(path);
}

/** Addresses whose reads were written down in this document: the first of a visit begins their list again. */
const visited = new Set<string>();

/** Writes down that the page at the present address reads `path`. */
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
  try {
    localStorage.setItem(key, JSON.stringify({ user, pages } satisfies Kept));
  } catch {
    // A full store: the next visit asks a little later.
  }
}

export function forgetEarlyReads(): void {
  visited.clear();
  localStorage.removeItem(key);
}

function readKept(user: string): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (isRecord(kept) && kept['user'] === user && isRecord(kept['pages'])) return { user, pages: kept['pages'] };
  } catch {
    // Edited by hand: begun again.
  }
  return { user, pages: {} };
}
