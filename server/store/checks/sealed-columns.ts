import type { AnyResource } from '../../../src/schemas/kit/resource';
import type { Connection } from '../connection';
import { quote, tableName } from '../identifiers';
import { literal } from '../parameters';
import { sealedColumns, unreadable } from '../sealed-values';
import type { Secrets } from '../secrets';
import { tableModels } from '../tables/model';

/** How many of a tenant's secrets cannot be opened with the known keys, or are stored as plain text. */
export async function readSealed(
  connection: Connection,
  resources: readonly AnyResource[],
  secrets: Secrets,
  tenantId: string,
): Promise<number> {
  const keys = new Map(tableModels(resources).map(({ name, key }) => [name, key]));
  let wrong = 0;
  for (const column of sealedColumns(resources)) {
    const table = tableName(column.resource);
    const value = column.isJson ? `${quote(column.field)} #>> '{}'` : quote(column.field);
    const rows = await connection.script<{
      key: string;
      text: string;
    }>(`begin read only; select set_config('app.tenant', ${literal(tenantId)}, true);
      select ${quote(keys.get(table)!)}::text as key, ${value} as text from ${quote(table)}
      where "tenant_id" = ${literal(tenantId)} and ${quote(column.field)} is not null; commit`);
    wrong += unreadable(secrets, tenantId, column, rows);
  }
  return wrong;
}
