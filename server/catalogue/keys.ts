import sql from 'sql-template-tag';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

/** Seeded numbers are below; a tenant's own start above it (D-049). */
const lastSeeded = 10_000;

/** The key of a new record: an opaque text, or the tenant's next number, which two at a time never share. */
export async function newKey(tx: Tx, tenantId: string, resource: AnyResource): Promise<string | number> {
  if (keyOf(resource).type === 'string') return newId();
  const row = await tx.row<{ last: number }>(sql`
    insert into "counters" ("tenant_id", "name", "last") values (${tenantId}, ${resource.name}, ${lastSeeded + 1})
    on conflict ("tenant_id", "name") do update set "last" = "counters"."last" + 1 returning "last"`);
  return row!.last;
}

/**
 * The tenant's next number of that name, from 1: ticket, application and receipt numbers. Two simultaneous requests never get the
 * same.
 */
export async function nextNumber(tx: Tx, tenantId: string, name: string): Promise<number> {
  const row = await tx.row<{ last: number }>(sql`
    insert into "counters" ("tenant_id", "name", "last") values (${tenantId}, ${name}, 1)
    on conflict ("tenant_id", "name") do update set "last" = "counters"."last" + 1 returning "last"`);
  return row!.last;
}
