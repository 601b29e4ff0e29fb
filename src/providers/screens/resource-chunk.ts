import type { RJSFSchema } from '@rjsf/utils';
import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
import { loadChunk, loadFormParts } from 'virtual:manifest';
import type { FieldRule } from '../../schemas/kit/access';
import { customKey, withCustomFields } from '../../schemas/kit/custom-fields';
import { checkCustomValues, type CustomFieldSpec } from '../../schemas/kit/custom-values';
import { lockedWith, rulesFor, type FieldRules } from '../../schemas/kit/field-rules';
import type { SchemaError } from '../../schemas/kit/messages';
import type { FieldError } from '../../schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../schemas/kit/resource';
import { isAdministrator } from '../../schemas/kit/roles';
import { loadCustomSpecs, matchesPattern, onCustomSpecs } from './custom-specs';
import { onSessionEnd } from '../session/session';
import { currentWho, onWho } from '../session/who';
import { createEvent } from '../store';
import { loadParts } from './parts';

/** What a resource's form is checked with. */
export interface FormParts {
  /** `validationSchema` of the resource as in the schema file, without custom fields. */
  readonly schema: RJSFSchema;
  /** Precompiled, of `schema` and of its conditions, by the form library's name for each. */
  readonly validators: ValidatorFunctions;
  /** That of the whole `schema`, for forms without the library; an empty list means that the draft is valid. */
  readonly validate: (draft: Readonly<AnyRow>) => readonly SchemaError[];
}

/** What the browser knows of one resource, loaded when a page first needs it. */
export interface ResourceChunk {
  /** With the tenant's custom fields, after the role's field rules are applied. */
  readonly resource: AnyResource;
  /** What its form needs, where it came with the resource, as under `npm run dev`; else `loadForm` brings it. */
  readonly form?: FormParts;
  /** The validation of custom fields, without generating code at run time. */
  readonly checkCustom?: (draft: Readonly<AnyRow>) => readonly FieldError[];
  /** Kinds of src/kinds/on-demand that its fields have. */
  readonly kinds?: readonly string[];
  /** The role's rules, where fields that a save fills in have some too. */
  readonly rulesFor?: (resource: AnyResource, all: readonly FieldRule[]) => FieldRules;
  /** Under `npm run dev`: the version of the schema file. */
  readonly version?: string;
}

const bases = new Map<string, Promise<ResourceChunk>>();
const loaded = new Map<string, Promise<ResourceChunk>>();
const changes = createEvent();

/**
 * The same promise for every caller until something changes, so that a component can `use()` it; a failed load is tried again.
 */
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

/** Whether that promise is there already, so that `use()` reads it without a fallback. */
export const isLoaded = (name: string): boolean => {
  const chunk: Promise<ResourceChunk> & { readonly status?: string } = loadResource(name);
  return chunk.status === 'fulfilled';
};

/** The resource as in the schema file: enough to make its calls. */
export function loadPlainResource(name: string): Promise<ResourceChunk> {
  let base = bases.get(name);
  if (!base) {
    base = loadChunk(name).then(withKinds);
    bases.set(name, base);
    base.then(
      (chunk) => plain.set(name, chunk.resource),
      () => bases.delete(name),
    );
  }
  return base;
}
async function withKinds(chunk: ResourceChunk): Promise<ResourceChunk> {
  if (chunk.kinds) await (await import('../../kinds/load-kinds')).loadKinds(chunk.kinds);
  await loadParts(chunk.resource.name);
  if (!chunk.resource.fetched && !chunk.resource.computed) return chunk;
  const { rulesWithSources } = await import('./derived-sources');
  return { ...chunk, rulesFor: await rulesWithSources(chunk.resource) };
}
const plain = new Map<string, AnyResource>();
/** The same if it has loaded already. */
export const plainResource = (name: string): AnyResource | undefined => plain.get(name);

/** Called when a loaded resource is another one than before: a custom field, or the rights, changed. */
export const onResources = changes.on;

async function load(name: string): Promise<ResourceChunk> {
  const base = await loadPlainResource(name);
  const entity = base.resource.customFields;
  return composed(base, entity ? await loadCustomSpecs(entity) : []);
}

/** Loaded resources are built again in the background: pages use the old ones until the new ones are ready. */
async function reload(): Promise<void> {
  const own = ++begun;
  const before = [...loaded];
  const now = await Promise.all(before.map(async ([name, old]) => [name, await old, await load(name)] as const).map(quietly));
  if (own < applied) return; // one that started later has finished first, with newer data
  applied = own;
  let changed = false;
  for (const one of now) {
    if (!one || one[1].resource === one[2].resource) continue;
    const [name, , chunk] = one;
    loaded.set(name, Object.assign(Promise.resolve(chunk), fulfilled(chunk)));
    changed = true;
  }
  if (changed) changes.tell();
}
let begun = 0;
let applied = 0;
/** The fields that `use()` reads from a promise: without them a page whose code is loaded shows its fallback for 300 ms. */
const fulfilled = <T>(value: T) => ({ status: 'fulfilled', value });
const quietly = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);
onCustomSpecs(() => void reload());
onWho(() => void reload());
onSessionEnd(() => loaded.clear());

/** The loaded resources, and a function that replaces the chunk of a saved schema file, for `npm run dev`. */
export const loadedChunks: ReadonlyMap<string, Promise<ResourceChunk>> = bases;
export function replaceChunk(name: string, chunk: ResourceChunk): void {
  bases.set(name, withKinds(chunk));
  void reload();
}

const forms = new Map<string, FormParts>();
/** What the resource's form is checked with, if it has loaded. */
export const loadedForm = ({ form, resource }: ResourceChunk): FormParts | undefined => form ?? forms.get(resource.name);
export const loadForm = async (chunk: ResourceChunk): Promise<FormParts> => loadedForm(chunk) ?? fetchForm(chunk.resource.name);
export async function fetchForm(name: string): Promise<FormParts> {
  const parts = await loadFormParts(name);
  forms.set(name, parts);
  return parts;
}

const made = new WeakMap<AnyResource, Map<string, ResourceChunk>>();
function composed(base: ResourceChunk, specs: readonly CustomFieldSpec[]): ResourceChunk {
  const full = withCustomFields(base.resource, specs);
  const all = isAdministrator(currentWho()) ? [] : (currentWho()?.fieldRules ?? []);
  const rules = (base.rulesFor ?? rulesFor)(full, all);
  if (full === base.resource && !rules.size) return base;
  const byRules = made.get(full) ?? new Map<string, ResourceChunk>();
  made.set(full, byRules);
  const key = JSON.stringify([...rules]);
  const known = byRules.get(key) ?? {
    ...base,
    resource: lockedWith(full, rules),
    ...(full === base.resource ? {} : { checkCustom: (draft) => customErrors(specs, draft) }),
  };
  byRules.set(key, known);
  return known;
}

/** The custom fields that the form shows; the server checks the others. */
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
