import sql from 'sql-template-tag';
import type { Tx } from '../store/store';

/** The payment methods allowed by the application configuration; empty: all. */
export async function paymentMethods(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const row = await tx.row<{ payment_methods: string[] | null }>(sql`
    select "payment_methods" from "application_settings" where "tenant_id" = ${tenantId} and "deleted_at" is null`);
  return row?.payment_methods ?? [];
}
