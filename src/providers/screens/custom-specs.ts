import type { CustomFieldSpec, Matcher } from '../../schemas/kit/custom-values';
import { customNamesWire } from '../../schemas/kit/custom-fields';
import { dataOf } from '../../schemas/kit/call';
import { call } from '../calls/call';
import { onSessionEnd } from '../session/session';
import { currentWho } from '../session/who';
import { createEvent } from '../store';

/**
 * The tenant's custom fields by entity (D-136). They load with the first page of a resource that has some, and again at each
 * navigation to one, so that a new field appears in every open tab with the next page.
 */
type Specs = readonly CustomFieldSpec[];
interface Kept {
  /** When they were loaded, or when their first page was shown. */
  at: number;
  /** A page has shown them. */
  isShown: boolean;
  readonly text: string;
  readonly loading: Promise<Specs>;
}
const cache = new Map<string, Kept>();
const changed = createEvent();
const freshMs = 1_000;
/** The page that they were loaded for may take so long to show. */
const prefetchedMs = 30_000;
const none: Specs = [];
const lookUp = { wire: customNamesWire, data: dataOf<Specs>() } as const;

/** A resource's file may be there before the user's rights are: nothing is remembered then, and its chunk is loaded again with them. */
export async function loadCustomSpecs(entity: string): Promise<Specs> {
  if (!currentWho()) return none;
  return cache.get(entity)?.loading ?? ask(entity, '');
}

/** Loads them again, unless that was just done; listeners are called only if something changed. */
export function refreshCustomSpecs(entity: string | undefined): void {
  if (entity === undefined) return;
  const known = cache.get(entity);
  if (!known) return;
  const age = Date.now() - known.at;
  if (age > (known.isShown ? freshMs : prefetchedMs)) return void ask(entity, known.text, known.loading);
  if (known.isShown) return;
  known.at = Date.now();
  known.isShown = true;
}

/** This tab changed a custom field: loads them again at once. */
export function customFieldWritten(): void {
  for (const [entity, { text, loading }] of cache) void ask(entity, text, loading);
}

export const onCustomSpecs = changed.on;
onSessionEnd(() => cache.clear());

function ask(entity: string, before: string, until?: Promise<Specs>): Promise<Specs> {
  const answer = fetchSpecs(entity);
  const own: Kept = { at: Date.now(), isShown: until !== undefined, text: before, loading: until ?? answer };
  cache.set(entity, own);
  void answer.then((specs) => {
    const text = JSON.stringify(specs);
    if (cache.get(entity) !== own) return; // reloaded, or signed out, in the meantime
    cache.set(entity, { ...own, text, loading: text === before && until ? until : Promise.resolve(specs) });
    if (until && text !== before) changed.tell();
  });
  return answer;
}

/** Without them the page still works, with the built-in fields. */
async function fetchSpecs(entity: string): Promise<Specs> {
  if (currentWho()?.type !== 'org') return none;
  try {
    const { data } = await call(lookUp, { entity }, { early: true });
    if (!Array.isArray(data)) return none;
    if (data.some((spec) => spec.pattern)) await loadMatcher();
    return data;
  } catch {
    return none;
  }
}

/** The tenants' patterns must run in linear time (D-102); the engine for that loads only if a field has a pattern. */
let engine: Matcher | undefined;
export const matchesPattern: Matcher = (pattern, text) => engine?.(pattern, text) ?? true;
async function loadMatcher(): Promise<void> {
  if (engine) return;
  const { RE2JS } = await import('re2js');
  const compiled = new Map<string, ReturnType<typeof RE2JS.compile>>();
  engine = (pattern, text) => {
    try {
      const re = compiled.get(pattern) ?? RE2JS.compile(pattern);
      compiled.set(pattern, re);
      return re.matcher(text).matches();
    } catch {
      return true; // the server rejected it when it was saved, so the server decides
    }
  };
}
