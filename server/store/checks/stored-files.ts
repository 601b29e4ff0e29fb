import type { Connection } from '../connection';
import { literal } from '../parameters';

/** The paths and hashes of a tenant's stored files. */
export async function storedFiles(
  connection: Connection,
  tenantId: string,
): Promise<readonly { readonly key: string; readonly sha256: string }[]> {
  const rows = await connection.script(`begin read only; select set_config('app.tenant', ${literal(tenantId)}, true);
    select "storage_key", "sha256" from "files" where "tenant_id" = ${literal(tenantId)} and "deleted_at" is null; commit`);
  return rows.map((row) => ({ key: String(row.storage_key), sha256: String(row.sha256) }));
}
