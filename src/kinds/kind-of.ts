import type { Field } from '../schemas/kit/field';
import { keyOf, type AnyResource } from '../schemas/kit/resource';
import type { FieldAt, Kind } from './kind';

const kinds = Object.values(import.meta.glob<Kind>('./*/kind.ts', { eager: true, import: 'kind' })).sort(
  (a, b) => b.weight - a.weight,
);
/** The names by which schema files select a kind. */
export const kindWidgets: readonly string[] = kinds.flatMap(({ widget }) => widget ?? []);
const known = new WeakMap<AnyResource, Map<string, { kind: Kind; at: FieldAt }>>();

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
