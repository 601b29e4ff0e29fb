import type { AnyResource } from '../../src/schemas/kit/resource';
import { tableName } from '../store/identifiers';
import type { Store } from '../store/store';

/** Texts of one tenant's records of one resource, by key as text. */
export interface RememberedTexts {
  textOf(key: string): string | undefined;
  keep(key: string, text: string): void;
}
type Place = Map<string, { readonly text: string; readonly until: number }>;

/** A change in this process is forgotten with its commit; one of another process shows after this. */
const keepMs = 5_000;
const mostPlaces = 5_000;
const mostTexts = 2_000;
const kept = new WeakMap<Store, Map<string, Place>>();

/**
 * What records of `to` are called, as committed, for resources that everyone of the tenant sees the records of: undefined for
 * others. Asked for before the statement that reads them: what is kept after a change was committed in between is lost with it.
 */
export function rememberedTexts(store: Store, tenantId: string, to: AnyResource): RememberedTexts | undefined {
  if (to.scope || to.rows) return undefined;
  const places = kept.get(store) ?? watched(store);
  const name = placeOf(to.store === 'shared' ? '*' : tenantId, tableName(to));
  if (!places.has(name) && places.size >= mostPlaces) places.clear();
  const place: Place = places.get(name) ?? new Map();
  places.set(name, place);
  return {
    textOf(key) {
      const found = place.get(key);
      return found && found.until > Date.now() ? found.text : undefined;
    },
    keep(key, text) {
      if (place.size >= mostTexts) place.clear();
      place.set(key, { text, until: Date.now() + keepMs });
    },
  };
}

function watched(store: Store): Map<string, Place> {
  const places = new Map<string, Place>();
  kept.set(store, places);
  store.onCommit(({ tenantId, rows, whole }) => {
    for (const { table } of rows) places.delete(placeOf(tenantId, table));
    for (const table of whole) places.delete(placeOf(tenantId, table));
  });
  return places;
}

const placeOf = (tenantId: string, table: string): string => `${tenantId} ${table}`;
