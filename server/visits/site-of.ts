import sql from 'sql-template-tag';
import { hostOf } from '../domain/page-path';
import type { Tx } from '../store/store';

/** A site as its visits are checked against. */
export interface CountedSite {
  readonly id: string;
  /** Its addresses: hosts without www. */
  readonly hosts: readonly string[];
}

/** The tenant's active site; undefined for none. */
export async function siteOf(tx: Tx, tenantId: string, id: string): Promise<CountedSite | undefined> {
  const site = await tx.row<{ id: string; site_url: string | null; allowed_origins: readonly string[] | null }>(
    sql`select "id", "site_url", "allowed_origins" from "analytics_properties"
        where "tenant_id" = ${tenantId} and "id" = ${id} and "status" = 1 and "deleted_at" is null`,
    'site-of',
  );
  if (!site) return undefined;
  const hosts = [site.site_url ?? '', ...(site.allowed_origins ?? [])].flatMap((address) => hostOf(address) ?? []);
  return { id: site.id, hosts };
}
