import type { Field } from '../schemas/kit/field';
import { keyOf, type AnyResource } from '../schemas/kit/resource';
import type { FieldAt, Kind } from './kind';
import type { KindParts } from './kind-parts';

const kinds = Object.values(import.meta.glob<Kind>('./*/kind.ts', { eager: true, import: 'kind' })).sort(
  (a, b) => b.weight - a.weight,
);
const parts = new Map<Kind, KindParts>();
let known = new WeakMap<AnyResource, Map<string, { kind: Kind; at: FieldAt }>>();

/** Adds a kind of src/kinds/on-demand, with as much of its folder as is loaded. */
export function addKind(kind: Kind, its: KindParts = {}): void {
  if (!parts.has(kind))
    kinds.splice(
      kinds.findIndex(({ weight }) => weight < kind.weight),
      0,
      kind,
    );
  parts.set(kind, { ...parts.get(kind), ...its });
  known = new WeakMap();
}
/** What the browser loaded with a kind; those of src/kinds itself are not here. */
export const partsOf = (kind: Kind): KindParts | undefined => parts.get(kind);

/** The names by which schema files select a kind, and the keys of `ui` that single kinds read. */
export const kindWidgets = (): readonly string[] => kinds.flatMap(({ widget }) => widget ?? []);
export const kindUiKeys = (): readonly string[] => kinds.flatMap(({ uiKeys }) => uiKeys ?? []);

/**
 * The kind and the position of a resource's field, system columns and the key included; 'json' if no other matches. Called for
 * every cell, so results are cached.
 */
export function kindAt(resource: AnyResource, name: string): { kind: Kind; at: FieldAt } {
  let byName = known.get(resource);
  if (!byName) known.set(resource, (byName = new Map()));
  let found = byName.get(name);
  if (!found) {
    const at = { resource, name, path: name, field: fieldOf(resource, name) };
    byName.set(name, (found = { at, kind: kindMatching(at) }));
  }
  return found;
}

/** The kind of a field inside a list or an object. */
export function kindMatching(at: FieldAt): Kind {
  const found = kinds.find((kind) => kind.matches(at));
  if (!found) throw new Error(`no kind for ${at.resource.name}.${at.path}: src/kinds/json must match everything`);
  return found;
}

function fieldOf(resource: AnyResource, name: string): Field {
  const own = resource.fields.properties[name];
  if (own) return own;
  if (name.endsWith('_at')) return { type: 'string', format: 'date-time' };
  const key = keyOf(resource);
  if (name === key.name || name === 'id') return { type: key.type };
  return { type: name === 'row_version' ? 'integer' : 'string' };
}
