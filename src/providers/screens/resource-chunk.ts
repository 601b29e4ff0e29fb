import { loadChunk } from 'virtual:manifest';
import { customKey, withCustomFields } from '../../schemas/kit/custom-fields';
import { checkCustomValues, type CustomFieldSpec } from '../../schemas/kit/custom-values';
import { lockedWith, rulesFor } from '../../schemas/kit/field-rules';
import type { SchemaError } from '../../schemas/kit/messages';
import type { FieldError } from '../../schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../schemas/kit/resource';
import { isAdministrator } from '../../schemas/kit/roles';
import { loadCustomSpecs, matchesPattern, onCustomSpecs } from './custom-specs';
import { onSessionEnd } from '../session/session';
import { currentWho, onWho } from '../session/who';

/** What the browser knows of one resource, loaded when a screen first needs it. */
export interface ResourceChunk {
  /** With the tenant's custom fields, and as the role's field rules leave it. */
  readonly resource: AnyResource;
  /** The precompiled validator of `validationSchema(resource)`; an empty list is a valid draft. */
  readonly validate: (draft: Readonly<AnyRow>) => readonly SchemaError[];
  /** The check of the custom fields: no code is made for them at run time. */
  readonly checkCustom?: (draft: Readonly<AnyRow>) => readonly FieldError[];
  /** Under `npm run dev`: which state of the schema file it is. */
  readonly version?: string;
}

const bases = new Map<string, Promise<ResourceChunk>>();
const loaded = new Map<string, Promise<ResourceChunk>>();
const listeners = new Set<() => void>();

/** The same promise for every caller until something changed, so a component may `use()` it; a failed load is tried again. */
export function loadResource(name: string): Promise<ResourceChunk> {
  let chunk = loaded.get(name);
  if (!chunk) {
    const coming = (chunk = load(name));
    loaded.set(name, coming);
    coming.then(
      (value) => Object.assign(coming, fulfilled(value)),
      () => loaded.delete(name),
    );
  }
  return chunk;
}

/** The schema file's own resource: enough to make its calls. */
export function loadPlainResource(name: string): Promise<ResourceChunk> {
  let base = bases.get(name);
  if (!base) {
    base = loadChunk(name);
    bases.set(name, base);
    base.then(
      (chunk) => plain.set(name, chunk.resource),
      () => bases.delete(name),
    );
  }
  return base;
}
const plain = new Map<string, AnyResource>();
/** The same where it has come already. */
export const plainResource = (name: string): AnyResource | undefined => plain.get(name);

/** Called when a loaded resource is another one than before: a custom field, or the rights, changed. */
export function onResources(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function load(name: string): Promise<ResourceChunk> {
  const base = await loadPlainResource(name);
  const entity = base.resource.customFields;
  return composed(base, entity ? await loadCustomSpecs(entity) : []);
}

/** What was loaded is made again behind the screens' back: they go on with what they have until the new one is there. */
async function reload(): Promise<void> {
  const own = ++begun;
  const before = [...loaded];
  const now = await Promise.all(before.map(async ([name, old]) => [name, await old, await load(name)] as const).map(quietly));
  if (own < applied) return; // one that began later was there first: what it read is newer
  applied = own;
  let changed = false;
  for (const one of now) {
    if (!one || one[1].resource === one[2].resource) continue;
    const [name, , chunk] = one;
    loaded.set(name, Object.assign(Promise.resolve(chunk), fulfilled(chunk)));
    changed = true;
  }
  if (changed) for (const tell of listeners) tell();
}
let begun = 0;
let applied = 0;
/** What `use()` reads from a promise: without it a page whose code is there shows its fallback, and stays there for 300 ms. */
const fulfilled = <T>(value: T) => ({ status: 'fulfilled', value });
const quietly = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);
onCustomSpecs(() => void reload());
onWho(() => void reload());
onSessionEnd(() => loaded.clear());

/** What is loaded, and what puts a saved schema file's chunk in the place of the one before: for `npm run dev`. */
export const loadedChunks: ReadonlyMap<string, Promise<ResourceChunk>> = bases;
export function replaceChunk(name: string, chunk: ResourceChunk): void {
  bases.set(name, Promise.resolve(chunk));
  void reload();
}

const made = new WeakMap<AnyResource, Map<string, ResourceChunk>>();
function composed(base: ResourceChunk, specs: readonly CustomFieldSpec[]): ResourceChunk {
  const full = withCustomFields(base.resource, specs);
  const all = isAdministrator(currentWho()) ? [] : (currentWho()?.fieldRules ?? []);
  const rules = rulesFor(full, all);
  if (full === base.resource && !rules.size) return base;
  const byRules = made.get(full) ?? new Map<string, ResourceChunk>();
  made.set(full, byRules);
  const key = JSON.stringify([...rules]);
  const known = byRules.get(key) ?? {
    resource: lockedWith(full, rules),
    validate: (draft) => base.validate(full === base.resource ? draft : ownPart(draft)),
    ...(full === base.resource ? {} : { checkCustom: (draft) => customErrors(specs, draft) }),
  };
  byRules.set(key, known);
  return known;
}

const ownPart = (draft: Readonly<AnyRow>): AnyRow =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => customKey(name) === undefined));

/** What the form shows of the custom fields; those outside the form are the server's. */
function customErrors(specs: readonly CustomFieldSpec[], draft: Readonly<AnyRow>): readonly FieldError[] {
  const asked = specs.filter((spec) => spec.status !== 0 && spec.show_in_form !== false);
  const values = Object.fromEntries(
    Object.entries(draft).flatMap(([name, value]) => {
      const key = customKey(name);
      return key !== undefined && asked.some((spec) => spec.key === key) ? [[key, value]] : [];
    }),
  );
  return checkCustomValues(asked, values, matchesPattern).errors;
}
