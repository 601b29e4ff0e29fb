import sql, { join } from 'sql-template-tag';
import { withCustomFields } from '../../src/schemas/kit/custom-fields';
import { customSpecFields, type CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Context } from '../context/context';
import { ident } from '../store/identifiers';
import type { Store } from '../store/store';

type Reader = Pick<Context, 'tx'> & {
  readonly services: Pick<Context['services'], 'store'>;
  readonly session: { tenantId: string };
};
type Specs = readonly CustomFieldSpec[];
interface Kept {
  readonly specs: Specs;
  readonly until: number;
}

/** Another process may have added a field, so the cache expires after this time. */
const keepMs = 2_000;
const kept = new WeakMap<Store, Map<string, Kept>>();

/**
 * A resource with the tenant's custom fields as fields of its own (`custom.<key>`): the one function for list, import, export,
 * API document.
 */
export async function withCustomOf(
  resource: AnyResource,
  reader: Reader,
  how: 'fresh' | 'remembered' = 'fresh',
): Promise<AnyResource> {
  return resource.customFields ? withCustomFields(resource, await customSpecs(resource.customFields, reader, how)) : resource;
}

/** The custom fields of an entity, the inactive ones included, in their order. */
export async function customSpecs(entity: string, reader: Reader, how: 'fresh' | 'remembered' = 'fresh'): Promise<Specs> {
  const { tenantId } = reader.session;
  const place = `${tenantId} ${entity}`;
  const known = kept.get(reader.services.store) ?? new Map<string, Kept>();
  kept.set(reader.services.store, known);
  const found = known.get(place);
  if (how === 'remembered' && found && found.until > Date.now()) return found.specs;
  const specs = await reader.tx.rows<CustomFieldSpec>(
    sql`select ${join(customSpecFields.map(ident))} from "custom_fields"
        where "tenant_id" = ${tenantId} and "entity" = ${entity} and "deleted_at" is null and "key" is not null
        order by "sort_order", "created_at", "id"`,
    'custom_fields_of',
  );
  if (known.size >= 5_000) known.clear();
  known.set(place, { specs, until: Date.now() + keepMs });
  return specs;
}

/** A field was added, changed or deleted: clears the tenant's cache. */
export function forgetCustomSpecs(store: Store, tenantId: string): void {
  const known = kept.get(store);
  for (const place of known?.keys() ?? []) if (place.startsWith(`${tenantId} `)) known!.delete(place);
}
