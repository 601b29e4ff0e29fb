import sql from 'sql-template-tag';
import { nextNumber } from '../catalogue/keys';
import { dayOf } from '../domain/days';
import type { Tx } from '../store/store';

/** 'APP-2026-00042', in the form that the tenant's application configuration says. */
export async function applicationNumber(tx: Tx, tenantId: string, now: Date, zone: string): Promise<string> {
  const settings = await tx.row<{ application_no_format: string | null }>(sql`
    select "application_no_format" from "application_settings" where "tenant_id" = ${tenantId} and "deleted_at" is null`);
  const year = dayOf(now, zone).slice(0, 4);
  const format = settings?.application_no_format ?? 'APP-{year}-{seq}';
  const seq = await nextNumber(tx, tenantId, format.includes('{year}') ? `applications ${year}` : 'applications');
  return format.replaceAll('{year}', year).replaceAll('{seq}', String(seq).padStart(5, '0')).slice(0, 30);
}
