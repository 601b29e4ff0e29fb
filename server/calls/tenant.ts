import sql from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { problem } from '../../src/schemas/kit/problem';
import { veil } from '../catalogue/field-rules';
import { columnsOf } from '../catalogue/rows';
import { maskOf } from '../catalogue/secret-fields';
import type { Context, Handlers } from '../http/context';

export const handlers: Handlers = { 'tenant.read': readTenant };

/** The caller's own tenant, `data[0]`. Credentials go to role 1 alone, masked (D-108); another tenant's id is unknown. */
async function readTenant(context: Context): Promise<{ data: Record<string, unknown>[] }> {
  const { tx, session, params } = context;
  const tenant = resourceNamed('tenant');
  if (params['id'] !== session.tenantId) throw problem(404, 'Tenant not found.');
  const row = await tx.row(sql`
    select ${columnsOf(tenant)} from "tenant" where tenant_id = ${session.tenantId} and deleted_at is null limit 1`);
  if (!row) throw problem(404, 'Tenant not found.');
  const answer: Record<string, unknown> = { ...row, id: session.tenantId };
  for (const field of tenant.secret ?? []) {
    const stored = row[field];
    delete answer[field];
    if (session.role === 1 && typeof stored === 'string') answer[field] = maskOf(tenant, field, row, stored, context, 'read');
  }
  return { data: [veil(tenant, session, answer)] };
}
