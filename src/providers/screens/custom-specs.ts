import type { CustomFieldSpec, Matcher } from '../../schemas/kit/custom-values';
import { dataOf } from '../../schemas/kit/call';
import { call } from '../calls/call';
import { onSessionEnd } from '../session/session';
import { currentWho } from '../session/who';

/**
 * The tenant's custom fields by entity (D-136). They come with the first screen of a resource that has some, and are asked for
 * again at each navigation to one: a field that somebody adds is in every open tab after its next step.
 */
type Specs = readonly CustomFieldSpec[];
interface Kept {
  readonly at: number;
  readonly text: string;
  readonly loading: Promise<Specs>;
}
const kept = new Map<string, Kept>();
const listeners = new Set<() => void>();
const freshMs = 1_000;
const none: Specs = [];
const lookUp = { wire: 'GET get/custom-field-names?entity', data: dataOf<Specs>() } as const;

export function loadCustomSpecs(entity: string): Promise<Specs> {
  return kept.get(entity)?.loading ?? ask(entity, '');
}

/** Asks again, unless that was just done; listeners hear of it only when something changed. */
export function refreshCustomSpecs(entity: string | undefined): void {
  if (entity === undefined) return;
  const known = kept.get(entity);
  if (known && Date.now() - known.at > freshMs) void ask(entity, known.text, known.loading);
}

/** This tab wrote a custom field: what is known is asked for again at once. */
export function customFieldWritten(): void {
  for (const [entity, { text, loading }] of kept) void ask(entity, text, loading);
}

export function onCustomSpecs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
onSessionEnd(() => kept.clear());

function ask(entity: string, before: string, until?: Promise<Specs>): Promise<Specs> {
  const answer = fetchSpecs(entity);
  const own: Kept = { at: Date.now(), text: before, loading: until ?? answer };
  kept.set(entity, own);
  void answer.then((specs) => {
    const text = JSON.stringify(specs);
    if (kept.get(entity) !== own) return; // asked again, or signed out, meanwhile
    kept.set(entity, { at: own.at, text, loading: text === before && until ? until : Promise.resolve(specs) });
    if (until && text !== before) for (const tell of listeners) tell();
  });
  return answer;
}

/** Without them the screen still works, with the product's own fields. */
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

/** Patterns of tenants run in linear time (D-102); the engine for them comes only where a field has one. */
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
      return true; // the server refused it when it was written; it decides
    }
  };
}
